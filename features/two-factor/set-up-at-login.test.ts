import { afterEach, describe, expect, it } from 'vitest'
import type { PersonId } from '../../contract/ids.ts'
import { inClient } from '../../database/database.ts'
import { newSeed } from '../../platform/one-time-codes.ts'
import { addressWith, endpoints, nameOf } from '../../tests/battery/endpoints.ts'
import {
  addClient,
  addPerson,
  goodPassword,
  requestSignIn,
  requestSignInWithCaptcha,
  signInAs,
} from '../../tests/harness/people.ts'
import { startPortal } from '../../tests/harness/portal.ts'
import {
  codeIn,
  eventsOf,
  passPasswordStep,
  logInByCode,
  sendCode,
  wrongCode,
  type SecondFactorPending,
} from '../../tests/harness/two-factor.ts'
import { changeAccount } from '../../services/session/account.queries.ts'
import { recoveryCodeHash } from './recovery-codes.server.ts'
import { replaceRecoveryCodes } from './two-factor.queries.ts'

let number = 0
const site = 'strict'

const portal = await startPortal()
const strict = await addClient(portal, { site, switches: { twoFactor: { employers: true, employees: true } } })
afterEach(() => portal.database.moveClock('PT0S'))

type Person = SecondFactorPending & { email: string; personId: PersonId }

async function atTheSetUp(): Promise<Person> {
  const email = `new-${(number += 1)}@strict.example`
  const personId = await addPerson(portal, strict, { email })
  return { email, personId, ...(await passPasswordStep(portal, { email, site })) }
}

type Pass = { code?: string; secret?: string; email?: string; password?: string; cookies?: Record<string, string> }

function pass(person: Person, type: 'temporary' | 'complete', changed: Pass = {}) {
  const { cookies = person.cookies, ...body } = changed
  const identity = type === 'complete' ? { email: person.email, password: person.ticket } : {}
  return portal.request({
    method: 'POST',
    url: '/api/v1/employee/mfa/validate/enforced',
    site,
    cookies,
    headers: { 'x-requested-with': 'portal' },
    body: { code: codeIn(person.secret), type, secret: person.secret, deviceToken: 'd', ...identity, ...body },
  })
}

async function setUpBefore(): Promise<Person> {
  const person = await atTheSetUp()
  await pass(person, 'temporary')
  await pass(person, 'complete', { code: next(person) })
  return person
}

const next = ({ secret }: Person) => codeIn(secret, 30)

describe('setting up two-factor authentication during a login', () => {
  it('requires two successive codes, and the second code logs in [TWOFA-13] [TWOFA-30]', async () => {
    const person = await atTheSetUp()
    expect(person.url).toContain(`secret=${person.secret}`)
    expect(person.secret).toMatch(/^[A-Z2-7]{32}$/)

    const first = await pass(person, 'temporary')
    expect([first.statusCode, first.cookies]).toEqual([200, []])
    expect(first.json()).toMatchObject({ access_token: null, is_should_setup_2fa: true, secret: null })

    const used = next(person)
    const second = await pass(person, 'complete', { code: used })
    expect([second.statusCode, second.json().error]).toEqual([200, null])
    const { access_token: token } = second.json<{ access_token: string }>()
    expect((await portal.request({ url: '/api/v1/ping', token, site })).statusCode).toBe(200)

    const again = await passPasswordStep(portal, { email: person.email, site })
    expect(again.secret).toBeNull()
    const { cookies, ticket } = again
    const send = (code: string) => sendCode(portal, { email: person.email, site, cookies, password: ticket, code })
    expect((await send(used)).statusCode).toBe(422)
    await portal.database.moveClock('PT60S')
    const { email, secret: seed } = person
    expect((await logInByCode(portal, { email, seed }, { seconds: 60, site })).token).toEqual(expect.any(String))
  })

  it('accepts the password instead of the ticket, and counts a wrong password as a failed attempt [D-03]', async () => {
    const person = await atTheSetUp()
    await pass(person, 'temporary')
    const wrong = await pass(person, 'complete', { code: next(person), password: 'wrong' })
    expect([wrong.statusCode, wrong.json().code]).toEqual([401, 'sign-in-failed'])
    expect((await pass(person, 'complete', { code: next(person), password: goodPassword })).statusCode).toBe(200)
  })

  it('refuses a secret sent by the browser, a skipped step and a repeated code [S-22]', async () => {
    const person = await atTheSetUp()
    const own = newSeed()
    const theirs = await pass(person, 'temporary', { secret: own, code: codeIn(own) })
    expect([theirs.statusCode, theirs.json().code]).toEqual([422, 'set-up-changed'])
    const skipped = await pass(person, 'complete')
    expect([skipped.statusCode, skipped.json().code]).toEqual([422, 'set-up-changed'])
    const used = codeIn(person.secret)
    expect((await pass(person, 'temporary', { code: used })).statusCode).toBe(200)
    for (const code of [used, codeIn(person.secret, -30)]) {
      const same = await pass(person, 'complete', { code })
      expect([same.statusCode, same.json().error]).toEqual([422, 'The code is not valid, please try again'])
    }
    const changed = await pass(person, 'complete', { secret: own, code: codeIn(own, 30) })
    expect([changed.statusCode, changed.json().code]).toEqual([422, 'set-up-changed'])
    expect((await pass(person, 'complete', { code: next(person) })).statusCode).toBe(200)
  })

  it('belongs to one browser and one person; the second step must name this person [S-19] [S-22]', async () => {
    const [person, other] = [await atTheSetUp(), await atTheSetUp()]
    await pass(person, 'temporary')
    const code = next(person)
    const answers = await Promise.all([
      pass(person, 'temporary', { cookies: {} }),
      pass(person, 'complete', { code, cookies: {} }),
      pass(person, 'complete', { code, email: other.email }),
      pass(person, 'complete', { code, password: other.ticket }),
      pass(person, 'complete', { code, email: '' }),
      pass(person, 'complete', { code, password: '' }),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 401))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    const foreign = await pass(person, 'complete', {
      code,
      cookies: other.cookies,
      email: other.email,
      password: other.ticket,
    })
    expect([foreign.statusCode, foreign.json().code]).toEqual([422, 'set-up-changed'])
    expect((await pass(person, 'complete', { code })).statusCode).toBe(200)
    expect((await pass(person, 'complete', { code })).statusCode).toBe(401)
  })

  it('ends with the fifth wrong code and after five minutes, without locking the account [S-19]', async () => {
    const person = await atTheSetUp()
    const statuses: number[] = []
    for (let each = 0; each < 6; each += 1)
      statuses.push((await pass(person, 'temporary', { code: wrongCode(person.secret) })).statusCode)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 401])
    const again = { ...person, ...(await passPasswordStep(portal, { email: person.email, site })) }
    await portal.database.moveClock('PT5M5S')
    expect((await pass(again, 'temporary', { code: codeIn(again.secret, 305) })).statusCode).toBe(401)
  })

  it('does not log in a person whose account is locked during it, at either step, and the account remains locked [S-05]', async () => {
    const lock = async ({ email }: Person) => {
      const statuses: number[] = []
      for (let each = 0; each < 5; each += 1)
        statuses.push((await requestSignInWithCaptcha(portal, { email, password: 'wrong', site })).statusCode)
      expect(statuses).toEqual([401, 401, 401, 401, 429])
    }
    const [first, second] = [await atTheSetUp(), await atTheSetUp()]
    expect((await pass(second, 'temporary')).statusCode).toBe(200)
    for (const person of [first, second]) await lock(person)
    const answers = [
      await pass(first, 'temporary'),
      await pass(second, 'complete', { code: next(second) }),
      await pass(second, 'complete', { code: next(second), password: goodPassword }),
    ]
    expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual(
      answers.map(() => [429, 'account-locked']),
    )
    for (const { email, personId } of [first, second]) {
      expect((await requestSignInWithCaptcha(portal, { email, site })).statusCode).toBe(429)
      expect(await eventsOf(portal, strict, personId)).toEqual([])
    }
    await portal.database.moveClock('PT15M5S')
    expect((await passPasswordStep(portal, { email: first.email, site })).ticket).toEqual(expect.any(String))
  })

  it('removes the recovery codes of an earlier second factor', async () => {
    const { email, ...person } = await setUpBefore()
    const hash = recoveryCodeHash(strict, person.personId, 'A'.repeat(24))
    await inClient(portal.database.db, strict, async (tx) => {
      await replaceRecoveryCodes(tx, strict, { personId: person.personId, hashes: [hash] })
      await changeAccount(tx, strict, person.personId, { twoFactorSecret: null })
    })
    const again = { ...person, email, ...(await passPasswordStep(portal, { email, site })) }
    await pass(again, 'temporary')
    expect((await pass(again, 'complete', { code: next(again) })).statusCode).toBe(200)
    const { cookies, ticket } = await passPasswordStep(portal, { email, site })
    const answer = await sendCode(portal, { email, site, cookies, password: ticket, code: 'A'.repeat(24) })
    expect(answer.statusCode).toBe(422)
  })

  it('continues with the same QR code in the same browser for ten minutes [S-22]', async () => {
    const person = await atTheSetUp()
    const { email, cookies, secret } = person
    await portal.database.moveClock('PT6M')
    expect((await passPasswordStep(portal, { email, site })).secret).not.toBe(secret)
    const later = await passPasswordStep(portal, { email, site, cookies })
    expect(later.secret).toBe(secret)
    await portal.database.moveClock('PT10M5S')
    expect((await passPasswordStep(portal, { email, site, cookies: later.cookies })).secret).not.toBe(secret)
  })

  it('continues after a reload with the same secret [D-03]', async () => {
    const { email, ticket, cookies, secret, url } = await atTheSetUp()
    const again = await requestSignIn(portal, { email, password: ticket, cookies, site })
    expect(again.json()).toMatchObject({ is_should_setup_2fa: true, secret, url, access_token: null })
  })

  it('is recorded in the audit', async () => {
    const person = await atTheSetUp()
    await pass(person, 'temporary')
    await pass(person, 'complete', { code: next(person) })
    const theirs = await eventsOf(portal, strict, person.personId)
    expect(theirs).toEqual(['session.started', 'two-factor.enabled'])
  })
})

describe('session that started before two-factor authentication was required', () => {
  it('may only set up two-factor authentication or log out [S-24]', async () => {
    const loose = await addClient(portal, { site: 'loose' })
    const email = 'employer@loose.example'
    await addPerson(portal, loose, { email, userType: 'employer' })
    const { token } = await signInAs(portal, { email, site: 'loose' })
    await inClient(portal.database.db, loose, (tx) =>
      tx
        .updateTable('client')
        .set({ switches: JSON.stringify({ twoFactor: { employers: true } }) })
        .where('client_id', '=', loose)
        .execute(),
    )
    const guarded = endpoints.filter(({ access }) => access !== 'public')
    const ask = async (endpoint: (typeof endpoints)[number]) => {
      const { method } = endpoint
      const answer = await portal.request({
        method,
        url: `${addressWith(endpoint)}?of_no_call=1`,
        site: 'loose',
        token,
        headers: { 'x-requested-with': 'portal' },
      })
      return [answer.statusCode, answer.json<{ code: string }>().code] as const
    }
    const answers = await Promise.all(
      guarded.map(async (endpoint) => [nameOf(endpoint), ...(await ask(endpoint))] as const),
    )
    const open = answers.filter(([, , code]) => code !== 'mfa_required').map(([name]) => name)
    expect(open.toSorted()).toEqual(
      [
        'GET /api/logout',
        'POST /api/logout',
        'GET /api/v1/user/logout',
        'POST /api/v1/user/logout',
        'POST /api/v2/user/{id}/mfa',
        'POST /api/v2/user/{id}/mfa/validate',
      ].toSorted(),
    )
    expect(answers.length).toBeGreaterThan(40)
    expect(answers.filter(([, , code]) => code === 'mfa_required').every(([, status]) => status === 403)).toBe(true)
  })
})
