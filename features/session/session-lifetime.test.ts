import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import type { PersonId } from '../../contract/ids.ts'
import { withConnection } from '../../database/bootstrap.ts'
import { inClient } from '../../database/database.ts'
import { addClient, addPerson, cookiesOf, setEmploymentStatus, signInAs } from '../../tests/harness/people.ts'
import { mailsOf } from '../../tests/harness/mails.ts'
import { startPortal } from '../../tests/harness/portal.ts'
import { renewSession } from '../../tests/harness/sessions.ts'
import { waitUntilCallsAreBlocked } from '../../tests/harness/row-locks.ts'
import { verifyChain } from '../../services/audit/audit-chain.server.ts'
import { listAuditEvents } from '../../tests/harness/audit-events.ts'
import { changeAccount } from '../../services/session/account.queries.ts'

let number = 0

const portal = await startPortal()
const demo = await addClient(portal, { site: 'demo', switches: { eligibilityImpact: true, contactUsEnabled: true } })
await addClient(portal, { site: 'plain' })
afterEach(() => portal.database.moveClock('PT0S'))

type Browser = { token: string; cookies: Record<string, string> }

async function someone(person: Partial<Parameters<typeof addPerson>[2]> = {}) {
  const email = `someone-${(number += 1)}@demo.example`
  const personId = await addPerson(portal, demo, { email, ...person })
  return { email, personId, ...(await signInAs(portal, { email })) }
}

const ping = async (token: string, site = 'demo') =>
  (await portal.request({ url: '/api/v1/ping', token, site })).statusCode

const renew = ({ cookies }: Pick<Browser, 'cookies'>) => renewSession(portal, cookies)

async function renewed(browser: Pick<Browser, 'cookies'>): Promise<Browser> {
  const answer = await renew(browser)
  expect(answer.statusCode).toBe(200)
  return {
    token: answer.json<{ access_token: string }>().access_token,
    cookies: { ...browser.cookies, ...cookiesOf(answer) },
  }
}

describe('bearer headers', () => {
  it('record the session of each valid token if a request has several [S-32]', async () => {
    const a = await someone()
    const b = await someone()
    const garbage = 'x'.repeat(43)
    const send = async (authorization?: string, xBearerToken?: string) => {
      const headers = {
        ...(authorization && { authorization: `Bearer ${authorization}` }),
        ...(xBearerToken && { 'x-bearer-token': `Bearer ${xBearerToken}` }),
      }
      const answer = await portal.request({ url: '/api/v1/ping', headers })
      return [answer.statusCode, answer.statusCode === 200 ? 'in' : answer.json<{ code: string }>().code]
    }

    for (const [main, repeated] of [
      [a.token, b.token],
      [b.token, a.token],
      [a.token, garbage],
      [garbage, a.token],
    ]) {
      expect(await send(main, repeated)).toEqual([401, 'token_mismatch'])
    }
    expect(await send(garbage, 'y'.repeat(43))).toEqual([401, 'token_mismatch'])
    const known = new Map<PersonId, string>([
      [a.personId, 'a'],
      [b.personId, 'b'],
    ])
    // A mismatch is recorded at most once a minute per session, because audit events are never removed.
    await portal.database.moveClock('PT61S')
    expect(await send(a.token, garbage)).toEqual([401, 'token_mismatch'])
    const events = await inClient(portal.database.db, demo, (tx) => listAuditEvents(tx, demo))
    const about = events
      .filter(({ action }) => action === 'session.token-mismatch')
      .map(({ entry }) => JSON.parse(entry) as { actor: null; subject: string; details: object })
    const whose = about.map(({ subject }) => known.get(subject as PersonId) ?? subject)
    expect(whose.toSorted().join('')).toBe('aab')
    for (const { actor, details } of about) {
      expect([actor, details]).toEqual([null, { sessionId: expect.any(String), ip: expect.any(String) }])
    }
    expect(JSON.stringify(about)).not.toContain(a.token)
  })
})

describe('renewing a session', () => {
  it('returns a new token if both parts of the refresh secret are sent, and none for only one part [DATA-09] [S-33]', async () => {
    const first = await someone()
    const second = await renewed(first)
    expect(second.token).not.toBe(first.token)
    expect(second.cookies['__Host-rt']).not.toBe(first.cookies['__Host-rt'])
    expect(await ping(second.token)).toBe(200)

    const { '__Host-rt': cookie = '', '__Host-rth': half = '' } = second.cookies
    for (const cookies of [
      { '__Host-rth': half },
      { '__Host-rt': 'z'.repeat(43), '__Host-rth': half },
      { '__Host-rt': cookie, '__Host-rth': 'z'.repeat(43) },
      { '__Host-rt': half, '__Host-rth': cookie },
    ]) {
      expect((await renew({ cookies })).statusCode).toBe(401)
    }
    expect((await renew(second)).statusCode).toBe(200)
  })

  it.each([
    ['thief', 'owner'],
    ['owner', 'thief'],
  ] as const)('ends the session for both if the %s renews it first and the %s later [S-34]', async (first, second) => {
    const stolen = await someone()
    const holders = { owner: stolen, thief: { cookies: { ...stolen.cookies } } }
    const ahead = await renewed(await renewed(holders[first]))
    expect(await ping(ahead.token)).toBe(200)

    const behind = await renew(holders[second])
    expect(behind.statusCode).toBe(401)
    expect(behind.cookies).toEqual([])
    expect(await ping(ahead.token)).toBe(401)
    expect((await renew(ahead)).statusCode).toBe(401)
    const events = await inClient(portal.database.db, demo, (tx) => listAuditEvents(tx, demo))
    const thefts = events
      .filter((event) => event.action === 'session.refresh-reused')
      .map(({ entry }) => JSON.parse(entry).subject)
    expect(thefts.filter((subject) => subject === stolen.personId)).toHaveLength(1)
    expect((await mailsOf(portal, stolen.email)).map(({ kind, state }) => [kind, state])).toEqual([
      ['session-stolen', 'queued'],
    ])
    expect(verifyChain(events).intact).toBe(true)
  })

  it('waits for a lock on the account, without holding a lock that the other transaction could need', async () => {
    const browser = await someone()
    const answer = await withConnection(portal.database.superuser, async (other) => {
      await other.query('begin')
      // Locks like a password change: first the account, then its sessions.
      await other.query('select from account where client_id = $1 and person_id = $2 for no key update', [
        demo,
        browser.personId,
      ])
      const renewal = renew(browser)
      await waitUntilCallsAreBlocked(portal, 1)
      await other.query('update session set last_used_at = last_used_at where person_id = $1', [browser.personId])
      await other.query('commit')
      return renewal
    })
    expect(answer.statusCode).toBe(200)
  })

  it('is refused for a disabled account, and then does not count as use of the session [S-05] [S-37]', async () => {
    const idle = await someone()
    const disabled = await someone()
    await inClient(portal.database.db, demo, (tx) => changeAccount(tx, demo, disabled.personId, { state: 'disabled' }))
    expect((await renew(disabled)).statusCode).toBe(401)

    await portal.database.moveClock('PT14M')
    const still = await renewed(idle)
    await portal.database.moveClock('PT15M5S')
    expect(await ping(still.token)).toBe(401)
  })
})

describe('lifetime of a session', () => {
  it('has access tokens for 10 minutes each, which are renewed while the session is used [CHROME-50] [S-37]', async () => {
    onTestFinished(await portal.database.stopClock())
    const browser = await someone()
    await portal.database.moveClock('PT9M59S')
    expect(await ping(browser.token)).toBe(200)
    await portal.database.moveClock('PT10M1S')
    expect(await ping(browser.token)).toBe(401)
    const next = await renewed(browser)
    expect(await ping(next.token)).toBe(200)
    await portal.database.moveClock('PT20M')
    expect(await ping(next.token)).toBe(200)
    await portal.database.moveClock('PT20M2S')
    expect(await ping(next.token)).toBe(401)
  })

  it('ends 15 minutes after the last call, and not earlier [CHROME-50] [S-37] [D-23]', async () => {
    onTestFinished(await portal.database.stopClock())
    const browser = await someone()
    await portal.database.moveClock('PT14M59S')
    const again = await renewed(browser)
    expect(await ping(again.token)).toBe(200)
    await portal.database.moveClock('PT29M58S')
    const later = await renewed(again)
    expect(await ping(later.token)).toBe(200)
    await portal.database.moveClock('PT44M59S')
    expect(await ping(later.token)).toBe(401)
    expect((await renew(later)).statusCode).toBe(401)
  })

  it('ends after twelve hours, however often it was used [CHROME-50] [S-37] [D-23]', async () => {
    let browser: Browser = await someone()
    for (let minutes = 14; minutes < 12 * 60; minutes += 14) {
      await portal.database.moveClock(`PT${minutes}M`)
      browser = await renewed(browser)
      expect(await ping(browser.token)).toBe(200)
    }
    await portal.database.moveClock('PT12H5S')
    expect(await ping(browser.token)).toBe(401)
    expect((await renew(browser)).statusCode).toBe(401)
  })

  it('ends, if it is the oldest, when the person starts an eleventh session [S-36] [D-23]', async () => {
    const oldest = await someone()
    const others: Browser[] = []
    for (let each = 1; each <= 10; each += 1) {
      await portal.database.moveClock(`PT${each}S`)
      others.push(await signInAs(portal, { email: oldest.email }))
    }
    expect(await ping(oldest.token)).toBe(401)
    expect(await Promise.all(others.map(({ token }) => ping(token)))).toEqual(others.map(() => 200))
  })

  it('is not affected by parallel calls of the same browser', async () => {
    const { token } = await someone()
    await portal.database.moveClock('PT1M')
    expect(await Promise.all(Array.from({ length: 20 }, () => ping(token)))).toEqual(
      Array.from({ length: 20 }, () => 200),
    )
  })
})

describe('logging out', () => {
  const doors = [
    ['GET', '/api/logout'],
    ['POST', '/api/logout'],
    ['GET', '/api/v1/user/logout'],
    ['POST', '/api/v1/user/logout'],
  ] as const

  it.each(doors)(
    'by %s %s ends the session at once, together with its tokens and renewals [LOGOUT-09] [S-36]',
    async (method, url) => {
      const browser = await someone()
      const byCookie = await portal.request({ method, url, cookies: browser.cookies })
      expect([byCookie.statusCode, byCookie.cookies, await ping(browser.token)]).toEqual([401, [], 200])
      const answer = await portal.request({ method, url, token: browser.token, cookies: browser.cookies })
      expect([answer.statusCode, answer.json()]).toEqual([200, { ssoLogoutUrl: null }])
      expect(answer.headers['clear-site-data']).toBe('"cache"')
      expect(Object.keys(cookiesOf(answer)).toSorted()).toEqual(['__Host-rt', '__Host-rth'])
      expect(answer.cookies.every(({ value, expires }) => value === '' && expires?.getTime() === 0)).toBe(true)

      expect(await ping(browser.token)).toBe(401)
      expect((await renew(browser)).statusCode).toBe(401)
    },
  )

  it('works with an expired token, but does nothing if only a cookie is sent [S-36]', async () => {
    const browser = await someone()
    expect((await portal.request({ url: '/api/logout', cookies: browser.cookies })).statusCode).toBe(401)
    await portal.database.moveClock('PT11M')
    expect((await portal.request({ url: '/api/logout', token: browser.token })).statusCode).toBe(200)
    await portal.database.moveClock('PT0S')
    expect(await ping(browser.token)).toBe(401)
    expect((await renew(browser)).statusCode).toBe(401)
  })
})

describe('person who makes a call', () => {
  const reports = async (token: string) =>
    (await portal.request({ url: `/api/client/${demo}/reports`, token })).statusCode

  it("loses the employer's functions at the next call after leaving [S-41] [ACCESS-02] [ACCESS-03] [DATA-04]", async () => {
    const { token, personId } = await someone({ userType: 'employer' })
    expect(await reports(token)).toBe(200)
    for (const status of ['left', 'inactive'] as const) {
      await setEmploymentStatus(portal, demo, personId, status)
      expect(await reports(token)).toBe(403)
      expect((await portal.request({ url: '/api/v1/user', token })).json()).toMatchObject({ employmentStatus: status })
    }
    await setEmploymentStatus(portal, demo, personId, 'active')
    expect(await reports(token)).toBe(200)
  })

  it('is active if no status is recorded, and must accept terms that are not accepted yet [ACCESS-04]', async () => {
    const { token } = await someone({ termsAccepted: false })
    const user = (await portal.request({ url: '/api/v1/user', token })).json()
    expect(user).toMatchObject({ employmentStatus: 'active', termsRevision: null, siteTermsUpdated: true })
  })

  it('gets user, client and content after the login in one reply [DATA-02] [DATA-05] [DATA-06]', async () => {
    const { token, personId, email } = await someone({ insightsEnabled: true })
    await inClient(portal.database.db, demo, (tx) =>
      tx
        .insertInto('content_page')
        .values(
          ['one', 'two'].map((reference, at) => ({
            client_id: demo,
            kind: 'faqs' as const,
            position: at + 1,
            title: reference,
            details: JSON.stringify({ reference, live: at === 0 }),
          })),
        )
        .execute(),
    )
    const answer = await portal.request({ url: '/api/login/setup', token })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      user: {
        id: personId,
        name: 'Amelia Hart',
        firstName: 'Amelia',
        surname: 'Hart',
        email,
        avatar: null,
        userType: 'employee',
        employmentStatus: 'active',
        firstLogin: true,
        isInsightsEnabled: true,
        termsRevision: 1,
        siteTermsUpdated: false,
        isDataLoadEligibilityImpactEnabled: true,
        isOneHubIntegrationActive: false,
        oneHubLogoutUrl: null,
      },
      client: {
        id: demo,
        clientName: 'Client demo',
        contactUsEnabled: true,
        redirectOrigins: [],
        clientExceptions: [],
        scheme: {
          id: expect.any(String),
          schemeYear: 2026,
          baseFont: null,
          headerFont: null,
          theme: { core: { primaryColour: null, secondaryColour: null } },
          avatarSet: { avatarsetPlainFileURL: null },
        },
      },
      cmsData: {
        faqs: [
          { reference: 'one', live: true },
          { reference: 'two', live: false },
        ],
        sso_access_only: false,
      },
      viewGrantedBy: null,
    })
  })

  it('has the first activation recorded only once, and also that the welcome slides were seen [LOGIN-30]', async () => {
    const { token, personId } = await someone()
    const activatedAt = () =>
      inClient(portal.database.db, demo, (tx) =>
        tx.selectFrom('account').select('activated_at').where('person_id', '=', personId).executeTakeFirstOrThrow(),
      )
    expect((await activatedAt()).activated_at).toBeNull()
    const activate = () =>
      portal.request({ method: 'PATCH', url: '/api/v1/user/activate', token, body: { sso: false } })
    expect((await activate()).json()).toEqual({ status: 'ok' })
    const first = await activatedAt()
    expect(first.activated_at).not.toBeNull()
    await portal.database.moveClock('PT5M')
    await activate()
    expect(await activatedAt()).toEqual(first)

    const welcomed = await portal.request({ method: 'PATCH', url: '/api/v1/user', token, body: { firstLogin: false } })
    expect(welcomed.json()).toMatchObject({ firstLogin: false })
    const more = await portal.request({
      method: 'PATCH',
      url: '/api/v1/user',
      token,
      body: { firstLogin: false, userType: 'employer' },
    })
    expect(more.statusCode).toBe(422)
    expect((await portal.request({ url: '/api/v1/user', token })).json()).toMatchObject({
      firstLogin: false,
      userType: 'employee',
    })
  })
})
