import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { londonDate } from '../../contract/dates.ts'
import type { PersonId } from '../../contract/ids.ts'
import { withConnection } from '../../database/bootstrap.ts'
import { inClient } from '../../database/database.ts'
import { linkCalls } from '../../tests/harness/account-links.ts'
import { addClient, addPerson, cookiesOf, requestSignIn, setEmploymentStatus } from '../../tests/harness/people.ts'
import { startPortal, type Portal } from '../../tests/harness/portal.ts'
import { beginSession, renewSession, type BegunSession } from '../../tests/harness/sessions.ts'
import { listAuditEvents } from '../../tests/harness/audit-events.ts'
import { insertLink } from '../password/password-links.queries.ts'
import { changeAccount } from '../../services/session/account.queries.ts'
import { listOrEndSessions } from './operator-commands.server.ts'
import { removalJob } from '../../platform/expired-rows.ts'
import { spentInSessions } from './expired-sessions.queries.ts'
import { sessionLimits } from '../../services/session/limits.ts'
import type { OwnSession } from './own-sessions/own-sessions.contract.ts'
import { tokensOf } from '../../services/session/tokens.server.ts'

const portal = await startPortal()
const beside = await startPortal({ beside: portal, serverSecret: portal.serverSecret })
const clientId = await addClient(portal, { site: 'demo' })

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'

async function somebody() {
  const email = `${randomUUID()}@demo.example`
  return { email, personId: await addPerson(portal, clientId, { email }) }
}

const comesIn = (personId: PersonId) => beginSession(portal, clientId, { personId, userAgent: firefox })

const list = async (token: string, node = portal): Promise<OwnSession[]> =>
  (await node.request({ url: '/api/v1/user/sessions', token })).json()
const end = (token: string, id?: string, node = portal) =>
  node.request({ method: 'DELETE', url: id ? `/api/v1/user/sessions/${id}` : '/api/v1/user/sessions', token })
const works = async ({ token }: BegunSession, node = portal) =>
  (await node.request({ url: '/api/v1/ping', token })).statusCode === 200
const renews = async ({ cookies }: BegunSession, node = portal) =>
  (await renewSession(node, cookies)).statusCode === 200

type Event = { action: string; actor: string | null; subject: string; details: Record<string, unknown> }
const recorded = async (): Promise<Event[]> =>
  (await inClient(portal.database.db, clientId, (tx) => listAuditEvents(tx, clientId))).map(({ entry }) =>
    JSON.parse(entry),
  )

describe('list of own sessions', () => {
  it('shows device, kind of login and last use, the current session first, and no sessions of other people [S-36]', async () => {
    const { email, personId } = await somebody()
    const elsewhere = await comesIn(personId)
    await comesIn((await somebody()).personId)
    const answer = await requestSignIn(portal, { email })
    expect(cookiesOf(answer)).toHaveProperty('__Host-rt')
    const mine = await list(answer.json().access_token)
    expect(mine).toEqual([
      {
        id: expect.any(String),
        isCurrent: true,
        device: 'Unknown device',
        cameBy: 'password',
        startedAt: expect.stringMatching(/Z$/),
        lastUsedAt: expect.stringMatching(/Z$/),
      },
      expect.objectContaining({ id: elsewhere.id, isCurrent: false, device: 'Firefox on Windows' }),
    ])
  })

  it('leaves out sessions that have ended or expired', async () => {
    const { personId } = await somebody()
    const [here, left] = [await comesIn(personId), await comesIn(personId)]
    const idle = await comesIn(personId)
    await portal.request({ method: 'POST', url: '/api/logout', token: left.token })
    await inClient(portal.database.db, clientId, (tx, { now }) =>
      tx
        .updateTable('session')
        .set({ last_used_at: new Date(Date.parse(now) - sessionLimits.idleMs) })
        .where('client_id', '=', clientId)
        .where('id', '=', idle.id)
        .execute(),
    )
    expect((await list(here.token)).map(({ id }) => id)).toEqual([here.id])
  })
})

describe('ending sessions', () => {
  it('ends neither the current session, which only a logout ends, nor sessions of other people [S-36]', async () => {
    const { personId } = await somebody()
    const [here, stranger] = [await comesIn(personId), await comesIn((await somebody()).personId)]
    const own = await end(here.token, here.id)
    expect([own.statusCode, own.json().code]).toEqual([409, 'this-session'])
    const foreign = await end(here.token, stranger.id)
    const random = await end(here.token, randomUUID())
    expect([foreign.statusCode, random.statusCode]).toEqual([404, 404])
    expect({ ...foreign.json(), requestId: '' }).toEqual({ ...random.json(), requestId: '' })
    expect([await works(here), await works(stranger)]).toEqual([true, true])
  })

  it('is audited with the ended sessions', async () => {
    const { personId } = await somebody()
    const [here, one] = [await comesIn(personId), await comesIn(personId)]
    await comesIn(personId)
    await end(here.token, one.id)
    await end(here.token)
    expect((await end(here.token)).json()).toEqual({ ended: 0 })
    const events = await recorded()
    expect(
      events
        .filter(({ action, actor }) => action === 'session.ended-by-owner' && actor === personId)
        .map(({ details }) => details),
    ).toEqual([{ sessionId: one.id, ended: 1 }, { ended: 1 }, { ended: 0 }])
  })

  const trials = process.env['LONG_TESTS'] ? 1000 : 12
  it(`takes effect on every server process at once, in ${trials} trials: one session, all others, or by the operator [R-25] [S-36]`, async () => {
    const { email, personId } = await somebody()
    for (let trial = 1; trial <= trials; trial += 1) {
      const [here, other] = [await comesIn(personId), await comesIn(personId)]
      const [node, elsewhere] = trial % 2 ? [portal, beside] : [beside, portal]
      expect([trial, await works(other, elsewhere)]).toEqual([trial, true])
      if (trial % 3 === 0) await end(here.token, other.id, node)
      else if (trial % 3 === 1) await end(here.token, undefined, node)
      else await listOrEndSessions(portal.database.db, { email, end: other.id, operator: 'Ada' })
      const after = [await works(other, elsewhere), await works(other, node), await renews(other, elsewhere)]
      expect([trial, ...after, await works(here, elsewhere)]).toEqual([trial, false, false, false, true])
      await portal.request({ method: 'POST', url: '/api/logout', token: here.token })
    }
  })

  const endings: Record<string, (of: { personId: PersonId; here: BegunSession; node: Portal }) => Promise<unknown>> = {
    'their logout': ({ here, node }) => node.request({ method: 'POST', url: '/api/logout', token: here.token }),
    'disabling their account': ({ personId }) =>
      inClient(portal.database.db, clientId, (tx) => changeAccount(tx, clientId, personId, { state: 'disabled' })),
    'their leaving, long ago': ({ personId }) =>
      setEmploymentStatus(portal, clientId, personId, 'left', londonDate(new Date(Date.now() - 365 * 24 * 3_600_000))),
    'a new password by a link': async ({ personId, node }) => {
      const tokens = tokensOf(portal.serverSecret)
      const token = tokens.newLinkToken()
      const kept = tokens.linkHash(clientId, token)
      await inClient(portal.database.db, clientId, (tx, { now }) =>
        insertLink(tx, clientId, { personId, kind: 'reset', token: kept, now: new Date(now) }),
      )
      const links = linkCalls(node)
      const answer = await links.reset({ token, cookies: await links.verified(token) })
      expect(answer.statusCode).toBe(200)
    },
  }
  const rounds = process.env['LONG_TESTS'] ? 250 : 4
  it.each(Object.entries(endings))(
    `also happens after %s, on every server process at once, in ${rounds} rounds [R-25] [S-36]`,
    async (_, endThem) => {
      for (let round = 1; round <= rounds; round += 1) {
        const { personId } = await somebody()
        const here = await comesIn(personId)
        const [node, elsewhere] = round % 2 ? [portal, beside] : [beside, portal]
        expect([round, await works(here, elsewhere), await works(here, node)]).toEqual([round, true, true])
        await endThem({ personId, here, node })
        const after = [await works(here, elsewhere), await works(here, node), await renews(here, elsewhere)]
        expect([round, ...after]).toEqual([round, false, false, false])
      }
    },
    process.env['LONG_TESTS'] ? 600_000 : 120_000,
  )

  it('is not undone if a session is renewed at the same time', async () => {
    for (let trial = 1; trial <= 10; trial += 1) {
      const { personId } = await somebody()
      const [here, other] = [await comesIn(personId), await comesIn(personId)]
      await Promise.all([renews(other, beside), end(here.token, other.id)])
      expect([trial, await works(other), await renews(other)]).toEqual([trial, false, false])
    }
  })
})

describe('operator', () => {
  it('can list the sessions of an email address, and end one or all of them, with an audit event [S-36]', async () => {
    const { email, personId } = await somebody()
    const [one, other, third] = [await comesIn(personId), await comesIn(personId), await comesIn(personId)]
    const ids = async (whose: 'all' | 'none' | (string & {})) =>
      (await listOrEndSessions(portal.database.db, { email: email.toUpperCase(), end: whose, operator: 'Ada' }))
        ?.map(({ id }) => id)
        .toSorted()
    expect(await ids('none')).toEqual([one.id, other.id, third.id].toSorted())
    expect(await ids(one.id)).toEqual([one.id])
    expect([await works(one), await works(other)]).toEqual([false, true])
    expect(await ids('all')).toEqual([other.id, third.id].toSorted())
    expect([await works(other), await works(third)]).toEqual([false, false])
    expect(await ids(one.id)).toEqual([])
    const events = await recorded()
    expect(
      events
        .filter(({ action, subject }) => action === 'session.ended-by-operator' && subject === personId)
        .map(({ actor, details }) => [actor, details['sessions']]),
    ).toEqual([
      ['operator ada', [one.id]],
      ['operator ada', expect.arrayContaining([other.id, third.id])],
    ])
    expect(await listOrEndSessions(portal.database.db, { email: 'nobody@demo.example', end: 'all' })).toBeUndefined()
  })
})

it('sessions are removed 90 days after their start, and no other sessions are changed [S-87]', async () => {
  const { personId } = await somebody()
  const sessions = [await comesIn(personId), await comesIn(personId), await comesIn(personId)]
  const [old, recent, current] = sessions.map(({ id }) => id)
  const ids = [old, recent, current]
  await withConnection(portal.database.superuser, async (client) => {
    const age = (id: string | undefined, days: number) =>
      client.query('update session set started_at = app.now() - make_interval(days => $2) where id = $1', [id, days])
    await age(old, 91)
    await age(recent, 89)
    for (const table of ['access_token', 'refresh_token'])
      await client.query(`delete from ${table} where session_id = any($1)`, [[old, recent]])
  })
  await inClient(portal.database.db, clientId, (tx, clock) =>
    removalJob('remove spent tokens', spentInSessions).run(tx, clientId, {
      ...clock,
      lastRan: null,
      after: null,
      size: 500,
      onSkip: () => undefined,
    }),
  )
  const { rows } = await withConnection(portal.database.superuser, (client) =>
    client.query<{ id: string }>('select id from session where id = any($1)', [ids]),
  )
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([recent, current]))
})
