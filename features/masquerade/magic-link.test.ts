import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { inClient } from '../../database/database.ts'
import {
  addClient,
  addPerson,
  cookiesOf,
  goodPassword,
  setEmploymentStatus,
  signInAs,
} from '../../tests/harness/people.ts'
import { startPortal } from '../../tests/harness/portal.ts'
import { renewSession } from '../../tests/harness/sessions.ts'
import { addPersonWithTwoFactor, codeIn, logInByPreviousCode, wrongCode } from '../../tests/harness/two-factor.ts'
import { auditOf, enterView, inView, openView, tokenIn, type OpenView } from '../../tests/harness/views.ts'
import { changeAccount } from '../../services/session/account.queries.ts'
import { signInLimits } from '../../services/session/limits.ts'

const portal = await startPortal()
const clientId = await addClient(portal, { site: 'demo' })
const schemeId = await schemeOf(clientId)

let number = 0
type SignedIn = { email: string; personId: PersonId; token: string; cookies: Record<string, string> }
let grace: SignedIn
let amelia: { email: string; personId: PersonId }
beforeEach(async () => {
  number += 1
  grace = await signedIn(`grace-${number}@demo.example`)
  const email = `amelia-${number}@demo.example`
  amelia = { email, personId: await addPerson(portal, clientId, { email }) }
})

async function signedIn(email: string): Promise<SignedIn> {
  const personId = await addPerson(portal, clientId, { email, userType: 'employer' })
  return { email, personId, ...(await signInAs(portal, { email })) }
}

async function schemeOf(client: ClientId): Promise<string> {
  const { id } = await inClient(portal.database.db, client, (tx) =>
    tx.selectFrom('scheme_year').select('id').where('client_id', '=', client).executeTakeFirstOrThrow(),
  )
  return id
}

type Asking = {
  token?: string
  cookies?: Record<string, string>
  a?: string
  b?: string
  password?: string
  code?: string
}

function ask({
  token = grace.token,
  cookies = grace.cookies,
  a = schemeId,
  b = amelia.personId,
  ...body
}: Asking = {}) {
  return portal.request({
    method: 'POST',
    url: `/api/masquerade/employer/${a}/${b}`,
    token,
    cookies,
    body: { password: goodPassword, ...body },
  })
}

async function link(asking: Asking = {}): Promise<{ token: string; cookies: Record<string, string> }> {
  const answer = await ask(asking)
  if (answer.statusCode !== 200) throw new Error(`No link was given: ${answer.body}`)
  return { token: tokenIn(answer.json<{ url: string }>().url), cookies: { ...grace.cookies, ...cookiesOf(answer) } }
}

const view = async (): Promise<OpenView> => openView(portal, await link())
const codeOf = (answer: { json: () => unknown }) => (answer.json() as { code: string }).code
const user = { url: '/api/v1/user' }
const events = async () => (await auditOf(portal, clientId)).filter(({ subject }) => subject === amelia.personId)

describe('employer user', () => {
  it('gets an address for one employee after entering their own password; it works in this browser only [MASQ-09] [MASQ-10] [MASQ-11] [PROD-05]', async () => {
    const answer = await ask()
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { url: expect.stringMatching(/^\/sso-login\/msq-[\w-]{43}\/2026$/), error: null },
    ])
    expect(answer.cookies).toEqual([
      expect.objectContaining({ name: '__Host-msq', httpOnly: true, secure: true, sameSite: 'Strict', maxAge: 60 }),
    ])
    const opened = await openView(portal, {
      token: tokenIn(answer.json<{ url: string }>().url),
      cookies: { ...grace.cookies, ...cookiesOf(answer) },
    })
    expect((await inView(portal, opened, user)).json()).toMatchObject({ id: amelia.personId, email: amelia.email })
    expect((await inView(portal, opened, { url: '/api/login/setup' })).json()).toMatchObject({
      viewGrantedBy: 'employer',
    })
    expect((await portal.request({ ...user, token: grace.token })).json()).toMatchObject({ id: grace.personId })
  })

  it('is audited as the actor, together with the viewed employee [S-44]', async () => {
    await inView(portal, await view(), user)
    const [granted, started, called] = await events()
    expect([granted?.action, started?.action, called?.action]).toEqual([
      'masquerade.granted',
      'masquerade.started',
      'masquerade.call',
    ])
    for (const event of [granted, started, called]) {
      expect(event).toMatchObject({ actor: grace.personId, subject: amelia.personId })
      expect(event?.details).toMatchObject({ grantedBy: 'employer', schemeYear: 2026 })
    }
  })

  it('gets a 422 reply for a wrong password, and is locked after as many failures as at login [MASQ-12] [S-45] [API-14]', async () => {
    for (let guess = 1; guess < signInLimits.failures; guess += 1) {
      const answer = await ask({ password: 'wrong' })
      expect([answer.statusCode, answer.json()]).toEqual([
        422,
        expect.objectContaining({
          code: 'password-wrong',
          error: 'Try again or reset your password',
          errors: { password: ['Try again or reset your password'] },
        }),
      ])
    }
    const last = await ask({ password: 'wrong' })
    expect([last.statusCode, codeOf(last)]).toEqual([429, 'account-locked'])
    expect((await ask()).statusCode).toBe(429)
    expect(await events()).toEqual([])
  })

  it('must also enter a code if they have a second factor [S-45] [S-24]', async () => {
    const enrolled = await addPersonWithTwoFactor(portal, clientId, {
      email: `henry-${number}@demo.example`,
      userType: 'employer',
    })
    const henry = await logInByPreviousCode(portal, enrolled)
    const withoutCode = await ask(henry)
    expect([withoutCode.statusCode, codeOf(withoutCode)]).toEqual([422, 'code-needed'])
    const wrong = await ask({ ...henry, code: wrongCode(enrolled.seed) })
    expect([wrong.statusCode, codeOf(wrong)]).toEqual([422, 'code-invalid'])
    const code = codeIn(enrolled.seed)
    expect((await ask({ ...henry, code, password: 'wrong' })).statusCode).toBe(422)
    expect((await ask({ ...henry, code })).statusCode).toBe(200)
    expect(codeOf(await ask({ ...henry, code }))).toBe('code-invalid')
  })

  it('is refused if their account has no password because they only use single sign-on', async () => {
    const { personId, token, cookies } = await signedIn(`lena-${number}@demo.example`)
    await inClient(portal.database.db, clientId, (tx) =>
      tx.updateTable('account').set({ password_hash: null }).where('person_id', '=', personId).execute(),
    )
    const answer = await ask({ token, cookies })
    expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'no-password'])
  })

  it('can view employees of their own client in the current scheme year only; all other requests get the same 404 reply [S-45] [S-46]', async () => {
    const other = await addClient(portal, { site: `other-${number}` })
    const stranger = await addPerson(portal, other, { email: 'stranger@other.example' })
    const answers = await Promise.all(
      [
        { b: randomUUID() },
        { b: stranger },
        { a: await schemeOf(other) },
        { a: await schemeOf(other), b: stranger },
        { a: randomUUID() },
        { a: 'nonsense' },
        { b: 'nonsense' },
        { b: stranger, password: 'wrong' },
      ].map(ask),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 404))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  })

  it('cannot view other administrators, themselves, or accounts without access, and is told why [S-43] [S-45]', async () => {
    const { personId: henry } = await signedIn(`henry-${number}@demo.example`)
    const inState = (state: 'invited' | 'disabled') =>
      addPerson(portal, clientId, { email: `${state}-${number}@demo.example`, state })
    const [invited, disabled] = [await inState('invited'), await inState('disabled')]
    const leaver = await addPerson(portal, clientId, { email: `leaver-${number}@demo.example` })
    await setEmploymentStatus(portal, clientId, leaver, 'left', '2020-03-31' as IsoDate)
    const refused = { [henry]: 'employer', [grace.personId]: 'employer', [disabled]: 'disabled', [leaver]: 'no-access' }
    for (const b of [...Object.keys(refused), invited]) {
      const answer = await ask({ b })
      expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'cannot-be-viewed'])
    }
    for (const [id, why] of [...Object.entries(refused), [amelia.personId, null]]) {
      const detail = await portal.request({ url: `/api/client/${clientId}/employees/${id}`, token: grace.token })
      expect(detail.json()).toMatchObject({ notViewable: why })
    }
  })

  it('causes a mail to the viewed employee, once a day [S-45]', async () => {
    await link()
    await link()
    const mails = await inClient(portal.database.db, clientId, (tx) =>
      tx.selectFrom('mail').select('kind').where('person_id', '=', amelia.personId).execute(),
    )
    expect(mails).toEqual([{ kind: 'employee-viewed' }])
  })
})

describe('magic link', () => {
  it('works in the browser that requested it, even after another browser tried it [S-45] [S-43]', async () => {
    const { token, cookies } = await link()
    const { '__Host-msq': mine = '', ...without } = cookies
    expect((await enterView(portal, { token, cookies: without })).statusCode).toBe(401)
    expect((await enterView(portal, { token, cookies: { ...without, '__Host-msq': `${mine}x` } })).statusCode).toBe(401)
    expect((await enterView(portal, { token, cookies })).statusCode).toBe(200)
    expect((await enterView(portal, { token, cookies })).statusCode).toBe(401)
  })

  it.each(['logs out', 'is demoted', 'is disabled', 'leaves'])(
    'no longer works after the employer user %s, and viewing that has started also ends [S-41] [S-45]',
    async (what) => {
      const [unused, opened] = [await link(), await view()]
      const become = (change: Parameters<typeof changeAccount>[3]) =>
        inClient(portal.database.db, clientId, (tx) => changeAccount(tx, clientId, grace.personId, change))
      if (what === 'logs out') await portal.request({ url: '/api/logout', token: grace.token })
      if (what === 'is demoted') await become({ userType: 'employee' })
      if (what === 'is disabled') await become({ state: 'disabled' })
      if (what === 'leaves') await setEmploymentStatus(portal, clientId, grace.personId, 'left')
      expect((await enterView(portal, unused)).statusCode).toBe(401)
      expect((await inView(portal, opened, user)).statusCode).toBe(401)
    },
  )
})

describe('session in which an employer views an employee', () => {
  it("keeps the employer's own session in use, and ends with it", async () => {
    const own = await startPortal()
    const id = await addClient(own, { site: 'demo' })
    await addPerson(own, id, { email: 'grace@demo.example', userType: 'employer' })
    const b = await addPerson(own, id, { email: 'amelia@demo.example' })
    const { token, cookies } = await signInAs(own, { email: 'grace@demo.example' })
    const setup = await own.request({ url: '/api/login/setup', token })
    const a = setup.json<{ client: { scheme: { id: string } } }>().client.scheme.id
    const url = `/api/masquerade/employer/${a}/${b}`
    const answer = await own.request({ method: 'POST', url, token, cookies, body: { password: goodPassword } })
    const opened = await openView(own, {
      token: tokenIn(answer.json<{ url: string }>().url),
      cookies: { ...cookies, ...cookiesOf(answer) },
    })
    for (const ahead of ['PT8M', 'PT16M', 'PT24M']) {
      await own.database.moveClock(ahead)
      expect((await inView(own, opened, user)).statusCode).toBe(200)
    }
    expect((await renewSession(own, cookies)).statusCode).toBe(200)
  })

  it('leaves the family out of the personal details', async () => {
    await inClient(portal.database.db, clientId, (tx) =>
      tx
        .insertInto('family_member')
        .values({
          client_id: clientId,
          person_id: amelia.personId,
          relationship_type: 1,
          first_name: 'Tom',
          surname: 'Hart',
          // A date in the format of the database.
          date_of_birth: '1990-05-17' as IsoDate,
        })
        .execute(),
    )
    const { token } = await signInAs(portal, { email: amelia.email })
    const profile = { url: '/api/v1/user/profile' }
    expect((await portal.request({ ...profile, token })).json()).toMatchObject({ family: [{ name: 'Tom Hart' }] })
    expect((await inView(portal, await view(), profile)).json()).toMatchObject({ family: [] })
  })
})
