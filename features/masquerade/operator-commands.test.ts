import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { PersonId } from '../../contract/ids.ts'
import { inClient } from '../../database/database.ts'
import { addClient, addPerson, setEmploymentStatus, signInAs } from '../../tests/harness/people.ts'
import { startPortal } from '../../tests/harness/portal.ts'
import { auditOf, enterView, inView, operatorLoginAddress, tokenIn, viewByOperator } from '../../tests/harness/views.ts'
import { changeAccount } from '../../services/session/account.queries.ts'
import { endMasquerades, masquerade } from './operator-commands.server.ts'

const portal = await startPortal()
const clientId = await addClient(portal, { site: 'demo' })
await addClient(portal, { site: 'other' })

let number = 0
let email: string
let personId: PersonId
beforeEach(async () => {
  email = `amelia-${(number += 1)}@demo.example`
  personId = await addPerson(portal, clientId, { email })
})

const user = { url: '/api/v1/user' }
const ask = (more: object = {}) =>
  masquerade(portal.database.db, portal.serverSecret, { email, operator: 'jane.doe', reason: 'Ticket 4711', ...more })
const eventsAbout = async (whom: string) => (await auditOf(portal, clientId)).filter(({ subject }) => subject === whom)
const change = (what: Parameters<typeof changeAccount>[3]) =>
  inClient(portal.database.db, clientId, (tx) => changeAccount(tx, clientId, personId, what))

describe('operator', () => {
  it('gets an address that opens the portal as a person for a scheme year; this is audited with the reason [PROD-06] [MASQ-01] [MASQ-05] [MASQ-08] [SSO-01] [S-44]', async () => {
    const outcome = await ask({ year: 2026 })
    expect(outcome).toEqual({
      step: 'granted',
      client: 'demo',
      site: 'demo',
      path: expect.stringMatching(/^\/sso-login\/msq-[\w-]{43}\/2026$/),
      schemeYear: 2026,
    })
    const answer = await enterView(portal, { token: tokenIn('path' in outcome ? outcome.path : '') })
    expect(answer.json()).toMatchObject({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      masqueradeUserId: personId,
      scheme: expect.any(String),
      error: null,
    })
    expect(await eventsAbout(personId)).toEqual([
      expect.objectContaining({
        actor: 'operator jane.doe',
        action: 'masquerade.granted',
        details: { masquerade: expect.any(String), grantedBy: 'operator', schemeYear: 2026, reason: 'Ticket 4711' },
      }),
      expect.objectContaining({
        actor: 'operator jane.doe',
        action: 'masquerade.started',
        details: expect.objectContaining({ schemeYear: 2026, reason: 'Ticket 4711' }),
      }),
    ])
  })

  it('sees the same as the person, and every reply names the person [MASQ-01] [MASQ-03] [API-10]', async () => {
    const view = await viewByOperator(portal, email)
    const answer = await inView(portal, view, { url: '/api/login/setup' })
    expect(answer.json()).toMatchObject({ user: { id: personId, email }, viewGrantedBy: 'operator' })
    expect(answer.headers['x-masquerade']).toBe(personId)
    const { token } = await signInAs(portal, { email })
    expect((await portal.request({ ...user, token })).headers).not.toHaveProperty('x-masquerade')
  })

  it.each([
    ['who is nobody', { email: 'nobody@demo.example' }, { step: 'nobody' }],
    ['in a year that is not the current one', { year: 2025 }, { step: 'another-year', schemeYear: 2026 }],
    ['in a client that does not know them', { client: 'other' }, { step: 'nobody' }],
  ])('cannot view the portal as a person %s', async (_, asked, outcome) => {
    expect(await ask(asked)).toMatchObject(outcome)
  })

  it.each(['invited', 'disabled'] as const)('cannot view an account that is %s', async (state) => {
    await change({ state })
    expect(await ask()).toEqual({ step: 'not-in-use', client: 'demo' })
  })

  it('must name the client if several clients have the email address', async () => {
    const other = await addClient(portal, { site: `twin-${number}` })
    await addPerson(portal, other, { email })
    expect(await ask()).toMatchObject({ step: 'several', clients: expect.arrayContaining(['demo', `twin-${number}`]) })
    expect(await ask({ client: 'demo' })).toMatchObject({ step: 'granted', client: 'demo' })
  })
})

describe('login token for viewing the portal as a person', () => {
  it('expires after a minute [S-43] [MASQ-13]', async () => {
    const own = await startPortal()
    onTestFinished(await own.database.stopClock())
    const id = await addClient(own, { site: 'demo' })
    await addPerson(own, id, { email })
    const [early, late] = [await operatorLoginAddress(own, { email }), await operatorLoginAddress(own, { email })]
    await own.database.moveClock('PT59S')
    expect((await enterView(own, { token: early })).statusCode).toBe(200)
    await own.database.moveClock('PT61S')
    const answer = await enterView(own, { token: late })
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ code: 'entry-failed', error: 'SSO login error', access_token: null })
  })

  it("does not work on another client's host, and stays valid on its own host", async () => {
    const token = await operatorLoginAddress(portal, { email })
    expect((await enterView(portal, { token, site: 'other' })).statusCode).toBe(401)
    expect((await enterView(portal, { token })).statusCode).toBe(200)
  })

  it('neither needs nor sets cookies: the session exists only in the browser tab, with its token [MASQ-06] [MASQ-07] [S-43]', async () => {
    const { token, cookies } = await signInAs(portal, { email })
    const answer = await enterView(portal, { token: await operatorLoginAddress(portal, { email }), cookies })
    expect(answer.json()).toMatchObject({ refresh_token: null, expires_in: 3600 })
    expect(answer.cookies).toEqual([expect.objectContaining({ name: '__Host-msq', value: '' })])
    expect((await portal.request({ ...user, token })).statusCode).toBe(200)
  })

  it.each(['disabled', 'ended'])('no longer works after the account or the permission is %s', async (what) => {
    const token = await operatorLoginAddress(portal, { email, operator: `jane.${number}` })
    if (what === 'disabled') await change({ state: 'disabled' })
    else await endMasquerades(portal.database.db, `jane.${number}`)
    expect((await enterView(portal, { token })).statusCode).toBe(401)
  })

  it('is refused with exactly the same 401 reply for every reason [S-43]', async () => {
    const used = await operatorLoginAddress(portal, { email })
    await enterView(portal, { token: used })
    const bodies = await Promise.all(
      [used, `msq-${'x'.repeat(43)}`, 'msq', 'msq-'].map(async (token) => (await enterView(portal, { token })).body),
    )
    expect(new Set(bodies).size).toBe(1)
  })
})

describe('session in which an operator views the portal as a person', () => {
  it('lasts at most an hour, and cannot be renewed [S-43] [MASQ-13]', async () => {
    const own = await startPortal()
    await addPerson(own, await addClient(own, { site: 'demo' }), { email })
    const view = await viewByOperator(own, email)
    for (const ahead of ['PT14M', 'PT28M', 'PT42M', 'PT56M']) {
      await own.database.moveClock(ahead)
      expect((await inView(own, view, user)).statusCode).toBe(200)
    }
    await own.database.moveClock('PT60M1S')
    expect((await inView(own, view, user)).statusCode).toBe(401)
  })

  it('ends after a quarter of an hour without a call', async () => {
    const own = await startPortal()
    await addPerson(own, await addClient(own, { site: 'demo' }), { email })
    const view = await viewByOperator(own, email)
    await own.database.moveClock('PT15M1S')
    expect((await inView(own, view, user)).statusCode).toBe(401)
  })

  it('accepts the person and scheme year headers only if they match the session, and records other values [API-05] [MASQ-13] [S-42]', async () => {
    const view = await viewByOperator(portal, email)
    const stranger = await addPerson(portal, clientId, { email: `stranger-${number}@demo.example` })
    const year = view.headers['x-masquerade-scheme-year'] ?? ''
    const wrong = [
      {},
      { 'x-masquerade': personId },
      { 'x-masquerade-scheme-year': year },
      { 'x-masquerade': stranger, 'x-masquerade-scheme-year': year },
      { 'x-masquerade': 'nonsense', 'x-masquerade-scheme-year': year },
      { 'x-masquerade': personId, 'x-masquerade-scheme-year': '2025' },
    ]
    for (const headers of wrong) {
      const answer = await portal.request({ ...user, token: view.token, headers })
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'not-this-view'])
    }
    const refused = (await eventsAbout(personId)).filter(({ action }) => action === 'masquerade.refused')
    expect(refused.map(({ actor, details }) => [actor, details['refusal']])).toEqual(
      wrong.map(() => ['operator jane.doe', 'not-this-view']),
    )
    const byNumber = { 'x-masquerade': personId, 'x-masquerade-scheme-year': '2026' }
    expect((await portal.request({ ...user, token: view.token, headers: byNumber })).statusCode).toBe(200)
  })

  it('cannot be created from an ordinary session: its person and year headers are refused and recorded [S-42]', async () => {
    const { token } = await signInAs(portal, { email })
    for (const name of ['x-masquerade', 'x-masquerade-scheme-year']) {
      const answer = await portal.request({ ...user, token, headers: { [name]: personId } })
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'not-this-view'])
    }
    const refused = (await eventsAbout(personId)).filter(({ action }) => action === 'masquerade.refused')
    expect(refused.map(({ actor }) => actor)).toEqual([personId, personId])
  })

  it('is audited with operator, reason and person at every call, and only once for a call that writes [MASQ-13] [S-44]', async () => {
    const view = await viewByOperator(portal, email)
    await inView(portal, view, user)
    await inView(portal, view, { url: '/api/v1/user/home-page-cards' })
    const body = { contact: { phone: '01632 960 001' } }
    expect((await inView(portal, view, { method: 'PATCH', url: '/api/v1/user', body })).statusCode).toBe(200)
    await inView(portal, view, { method: 'PATCH', url: '/api/v1/user/policies', body: { termsAccepted: true } })

    const events = (await eventsAbout(personId)).slice(2)
    expect(events.map(({ action, details }) => [action, details['call'] ?? details['fields']])).toEqual([
      ['masquerade.call', 'GET /user'],
      ['masquerade.call', 'GET /user/home-page-cards'],
      ['account.changed', ['phone']],
      ['masquerade.refused', 'PATCH /user/policies'],
    ])
    for (const event of events) {
      expect(event).toMatchObject({ actor: 'operator jane.doe', subject: personId })
      expect(event.details).toMatchObject({ reason: 'Ticket 4711', schemeYear: 2026, viewedAs: personId })
    }
  })

  it("does not change the person's last login or sessions [MASQ-07]", async () => {
    const { token } = await signInAs(portal, { email })
    const before = await accountRow()
    for (let views = 0; views < 12; views += 1) await viewByOperator(portal, email)
    expect(await accountRow()).toEqual(before)
    expect((await portal.request({ ...user, token })).statusCode).toBe(200)
    const listed = await portal.request({ url: '/api/v1/user/sessions', token })
    const cameBy = listed.json<{ cameBy: string }[]>().map((session) => session.cameBy)
    expect(cameBy).toEqual(['password', ...Array.from({ length: 12 }, () => 'masquerade')])
  })

  it("ends on its own, while the person's own session continues [MASQ-07]", async () => {
    const { token } = await signInAs(portal, { email })
    const [view, other] = [await viewByOperator(portal, email), await viewByOperator(portal, email)]
    const left = await inView(portal, view, { url: '/api/logout' })
    expect([left.statusCode, left.cookies, left.headers['clear-site-data']]).toEqual([200, [], undefined])
    expect((await inView(portal, view, user)).statusCode).toBe(401)
    expect((await portal.request({ ...user, token })).statusCode).toBe(200)

    await portal.request({ method: 'DELETE', url: '/api/v1/user/sessions', token })
    expect((await inView(portal, other, user)).statusCode).toBe(401)
  })

  it("ends with the operator's permission, with the account, and with the person's rights [S-41]", async () => {
    const view = await viewByOperator(portal, email, `max.${number}`)
    const other = await viewByOperator(portal, email, `nora.${number}`)
    expect(await endMasquerades(portal.database.db, `MAX.${number}`)).toHaveLength(1)
    expect((await inView(portal, view, user)).statusCode).toBe(401)
    expect((await inView(portal, other, user)).statusCode).toBe(200)
    expect(await endMasquerades(portal.database.db, `max.${number}`)).toHaveLength(0)
    await change({ state: 'disabled' })
    expect((await inView(portal, other, user)).statusCode).toBe(401)
    const ended = (await eventsAbout(personId)).find(({ action }) => action === 'masquerade.ended-by-operator')
    expect(ended?.details).toMatchObject({ of: `operator max.${number}` })
  })

  it('has exactly the rights that the person has at the time of each call [MASQ-01] [S-41]', async () => {
    const employer = `grace-${number}@demo.example`
    const grace = await addPerson(portal, clientId, { email: employer, userType: 'employer' })
    const employees = { url: `/api/v2/client/${clientId}/employees` }
    const ofEmployee = await viewByOperator(portal, email)
    const ofEmployer = await viewByOperator(portal, employer)
    expect((await inView(portal, ofEmployee, employees)).statusCode).toBe(403)
    expect((await inView(portal, ofEmployer, employees)).statusCode).toBe(200)
    await setEmploymentStatus(portal, clientId, grace, 'left')
    expect((await inView(portal, ofEmployer, employees)).statusCode).toBe(403)
  })
})

async function accountRow() {
  return inClient(portal.database.db, clientId, (tx) =>
    tx
      .selectFrom('account')
      .select(['last_login_at', 'activated_at', 'first_login'])
      .where('client_id', '=', clientId)
      .where('person_id', '=', personId)
      .executeTakeFirstOrThrow(),
  )
}
