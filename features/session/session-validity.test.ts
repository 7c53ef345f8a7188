import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { PersonId } from '../../contract/ids.ts'
import { addClient, addPerson } from '../../tests/harness/people.ts'
import { startPortal, type Portal } from '../../tests/harness/portal.ts'
import { beginSession } from '../../tests/harness/sessions.ts'

const portal = await startPortal()
const beside = await startPortal({ beside: portal, serverSecret: portal.serverSecret })
const clientId = await addClient(portal, { site: 'demo' })

type Employer = { personId: PersonId; token: string }

async function employer(): Promise<Employer> {
  const personId = await addPerson(portal, clientId, { email: `${randomUUID()}@demo.example`, userType: 'employer' })
  const { token } = await beginSession(portal, clientId, { personId, secondFactor: true })
  return { personId, token }
}

const list = async ({ token }: Employer, node: Portal) =>
  (await node.request({ url: `/api/v2/client/${clientId}/employees`, token })).statusCode
const sessions = async ({ token }: Employer, node: Portal) =>
  (await node.request({ url: '/api/v1/user/sessions', token })).statusCode

const statuses = async (whose: Employer) => [await list(whose, portal), await sessions(whose, beside)]
const turned = async (whose: Employer) => [await list(whose, beside), await sessions(whose, portal)]

const change = (statement: string, { personId }: Employer) =>
  portal.database.rows(statement.replaceAll(':client', `'${clientId}'`).replaceAll(':person', `'${personId}'`))
const ofClient = 'client_id = :client'
const ofThis = `${ofClient} and person_id = :person`
const fact = (name: string, value: string, from: string) =>
  `insert into employment_fact (client_id, person_id, fact, value, effective_from, source)
   values (:client, :person, '${name}', ${value}, ${from}, 'test')`
const noFacts = `delete from employment_fact where ${ofThis}`

type Reason = { by: string; becomes: [number, number]; after?: string; and?: string }
const reasons: Record<string, Reason> = {
  'an account that is disabled': {
    by: `update account set state = 'disabled' where ${ofThis}`,
    becomes: [401, 401],
    and: `update account set state = 'active' where ${ofThis}`,
  },
  'an employer who is one no more': {
    by: `update account set user_type = 'employee' where ${ofThis}`,
    becomes: [403, 200],
    and: `update account set user_type = 'employer' where ${ofThis}`,
  },
  'an employer who leaves': { by: fact('status', `'left'`, 'app.today()'), becomes: [403, 200], and: noFacts },
  'somebody who left long ago': { by: fact('status', `'left'`, `'2020-01-01'`), becomes: [401, 401], and: noFacts },
  'a last day that is over': {
    by: fact('end-date', '(app.today() - 1)::text', `'2020-01-01'`),
    becomes: [403, 200],
    and: noFacts,
  },
  'a fact that is corrected by hand': {
    after: fact('status', `'active'`, 'app.today()'),
    by: `update employment_fact set value = 'inactive' where ${ofThis}`,
    becomes: [403, 200],
    and: noFacts,
  },
  'new terms': {
    by: `update client set terms_revision = 2 where ${ofClient}`,
    becomes: [403, 403],
    and: `update client set terms_revision = 1 where ${ofClient}`,
  },
  'an acceptance that is taken back': {
    by: `delete from terms_acceptance where ${ofThis}`,
    becomes: [403, 403],
    and: 'insert into terms_acceptance (client_id, person_id, revision) values (:client, :person, 1)',
  },
  'a second factor that their client comes to ask for': {
    after: `update session set second_factor = false where ${ofThis}`,
    by: `update client set switches = '{}' where ${ofClient}`,
    becomes: [403, 403],
    and: `update client set switches = '{"twoFactor": {"employers": false}}' where ${ofClient}`,
  },
  'a second factor that is taken from a session': {
    after: `update client set switches = '{}' where ${ofClient}`,
    by: `update session set second_factor = false where ${ofThis}`,
    becomes: [403, 403],
    and: `update client set switches = '{"twoFactor": {"employers": false}}' where ${ofClient}`,
  },
  'a session that is ended': { by: `update session set ended_at = now() where ${ofThis}`, becomes: [401, 401] },
  'a session that is idle': {
    by: `update session set last_used_at = now() - interval '15 minutes' where ${ofThis}`,
    becomes: [401, 401],
  },
  'a session that is too old': {
    by: `update session set started_at = now() - interval '12 hours' where ${ofThis}`,
    becomes: [401, 401],
  },
  'a token that is gone': {
    by: `delete from access_token where ${ofClient} and session_id in (select id from session where ${ofThis})`,
    becomes: [401, 401],
  },
  'a token that has run out': {
    by: `update access_token set expires_at = now() where ${ofClient} and session_id in (select id from session where ${ofThis})`,
    becomes: [401, 401],
  },
}

describe('session validity', () => {
  it.each(Object.entries(reasons))(
    'changes for every server process with the very next call: %s [S-41]',
    async (_, { by, becomes, after, and }) => {
      const grace = await employer()
      if (after) await change(after, grace)
      for (const round of [1, 2]) expect([round, await statuses(grace)]).toEqual([round, [200, 200]])
      expect(await turned(grace)).toEqual([200, 200])
      await change(by, grace)
      expect(await statuses(grace)).toEqual(becomes)
      expect(await turned(grace)).toEqual(becomes)
      if (!and) return
      await change(and, grace)
      expect(await statuses(grace)).toEqual([200, 200])
    },
  )

  it('continues for a leaver until all vouchers are spent', async () => {
    const leaver = await employer()
    await change(fact('status', `'left'`, `'2020-01-01'`), leaver)
    await change(
      'insert into voucher_account (client_id, person_id, balance_pence) values (:client, :person, 1)',
      leaver,
    )
    for (const round of [1, 2]) expect([round, await statuses(leaver)]).toEqual([round, [403, 200]])
    await change(`update voucher_account set balance_pence = 0 where ${ofThis}`, leaver)
    expect(await statuses(leaver)).toEqual([401, 401])
  })

  it('ends after the last day, at midnight in London [ACCESS-03] [S-41]', async () => {
    const own = await startPortal()
    const there = await startPortal({ beside: own, serverSecret: own.serverSecret })
    await own.database.moveTo('2026-11-16T23:55:00Z')
    const demo = await addClient(own, { site: 'demo' })
    const personId = await addPerson(own, demo, { email: 'grace@demo.example', userType: 'employer' })
    const { token } = await beginSession(own, demo, { personId, secondFactor: true })
    await own.database.rows(
      `insert into employment_fact (client_id, person_id, fact, value, effective_from, source)
       values ($1, $2, 'end-date', '2026-11-16', '2026-01-01', 'test')`,
      [demo, personId],
    )
    const asked = async () => {
      const url = `/api/v2/client/${demo}/employees`
      const answers = await Promise.all([own, there].map((node) => node.request({ url, token })))
      return answers.map(({ statusCode }) => statusCode)
    }
    for (const round of [1, 2]) expect([round, await asked()]).toEqual([round, [200, 200]])
    await own.database.moveTo('2026-11-17T00:00:01Z')
    expect(await asked()).toEqual([403, 403])
  })

  it('is never outdated, however many calls are made during a change [S-41]', async () => {
    const grace = await employer()
    const wanted = { going: true }
    const others = [portal, beside].flatMap((node) =>
      Array.from({ length: 4 }, async () => {
        while (wanted.going) await list(grace, node)
      }),
    )
    const seen: unknown[] = []
    for (let trial = 1; trial <= 40; trial += 1) {
      const type = trial % 2 ? 'employee' : 'employer'
      await change(`update account set user_type = '${type}' where ${ofThis}`, grace)
      seen.push([type, await Promise.all([list(grace, portal), list(grace, beside)])])
    }
    wanted.going = false
    await Promise.all(others)
    expect(seen).toEqual(
      Array.from({ length: 20 }, () => [
        ['employee', [403, 403]],
        ['employer', [200, 200]],
      ]).flat(),
    )
  })

  it('is cached for each token separately', async () => {
    const [grace, noah] = [await employer(), await employer()]
    expect([await statuses(grace), await statuses(noah)]).toEqual([
      [200, 200],
      [200, 200],
    ])
    await change(`update account set user_type = 'employee' where ${ofThis}`, noah)
    expect([await statuses(grace), await statuses(noah)]).toEqual([
      [200, 200],
      [403, 200],
    ])
  })
})
