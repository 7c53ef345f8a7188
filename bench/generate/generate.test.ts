import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { withConnection } from '../../database/bootstrap.ts'
import { inClient, type Tx } from '../../database/database.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/harness/databases.ts'
import { startPortal } from '../../tests/harness/portal.ts'
import { worldMoment, worldPassword } from '../../tests/harness/world.ts'
import { writeDeductions } from '../../services/recalculation/selection-pay.queries.ts'
import { schemeSecrets } from '../../features/session/scheme-secrets.server.ts'
import { generateClient, type GeneratedClient } from './generate.server.ts'

const folder = join(import.meta.dirname, '../../examples/demo')
const people = 300

const portal = await startPortal()
const generated: GeneratedClient = await generateInto(portal.database, { seed: 8 })

async function generateInto(
  database: TestDatabase,
  { seed, client = 'big', on = worldMoment }: { seed: number; client?: string; on?: string },
): Promise<GeneratedClient> {
  await database.moveTo(on)
  const secrets = schemeSecrets([portal.serverSecret], 'test')
  const outcome = await generateClient(database.db, { folder, client, people, seed, secrets })
  if (!('generated' in outcome)) throw new Error(`Not generated: ${JSON.stringify(outcome)}`)
  return outcome.generated
}

class Undone extends Error {}

type HeldRow = { id: SelectionIdOf; personId: PersonId; state: string; version: number }
type SelectionIdOf = Parameters<typeof writeDeductions>[2]['selection']['id']

function allSelections(tx: Tx, clientId: ClientId): Promise<HeldRow[]> {
  return tx
    .selectFrom('selection')
    .select(['id', 'person_id as personId', 'state', 'version'])
    .where('client_id', '=', clientId)
    .orderBy('id')
    .execute()
}

async function deductionsIn(tx: Tx): Promise<unknown[]> {
  const { rows } = await sql`
    select to_jsonb(d) - 'id' as line
    from deduction d
    order by selection_id, period_id, original_period_id nulls first, pay_code, method, selection_version
  `.execute(tx)
  return rows
}

/** Returns all rows without columns that differ between runs, such as timestamps and hashes. */
function dump(database: TestDatabase): Promise<Record<string, unknown[]>> {
  const passing = [
    'created_at',
    'recorded_at',
    'accepted_at',
    'decided_at',
    'changed_at',
    'activated_at',
    'calculated_at',
  ]
  const secret = ['sequence', 'two_factor_secret', 'password_hash', 'hash', 'previous_hash', 'entry', 'scheme_revision']
  return withConnection(database.superuser, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    )
    const found: Record<string, unknown[]> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: unknown }>(
        `select to_jsonb(t) - $1::text[] as row from ${name} t order by (to_jsonb(t) - $1::text[])::text`,
        [[...passing, ...secret]],
      )
      found[name] = rows.map(({ row }) => row)
    }
    return found
  })
}

describe('generated client', () => {
  it('has the reported number of rows, and selections in every state', async () => {
    await inClient(portal.database.db, generated.clientId, async (tx) => {
      const { rows } = await sql<Record<string, number>>`
        select (select count(*)::integer from account) as people,
               (select count(*)::integer from employment_fact) as facts,
               (select count(*)::integer from family_member) as family,
               (select count(*)::integer from selection) as selections,
               (select count(*)::integer from selection_version) as versions,
               (select count(*)::integer from deduction) as deductions
      `.execute(tx)
      expect(rows).toEqual([generated.counts])
      expect(generated.counts.people).toBe(people)
      const states = new Set((await allSelections(tx, generated.clientId)).map(({ state }) => state))
      expect([...states]).toEqual(
        expect.arrayContaining(['active', 'pending', 'draft', 'opted-out', 'ended', 'rejected']),
      )
    })
  })

  it('has the same deductions that the portal would write for each selection', async () => {
    const { clientId } = generated
    const taken: { before?: unknown[]; after?: unknown[] } = {}
    const undone = inClient(portal.database.db, clientId, async (tx, { today }) => {
      taken.before = await deductionsIn(tx)
      for (const selection of await allSelections(tx, clientId))
        await writeDeductions(tx, clientId, { selection, today })
      taken.after = await deductionsIn(tx)
      throw new Undone()
    })
    await expect(undone).rejects.toBeInstanceOf(Undone)
    expect(taken.after).toEqual(taken.before)
    expect(taken.before).toHaveLength(generated.counts.deductions)
  })

  it('lets its people log in, and shows its employer exactly the pending selections', async () => {
    const ask = (token: string, url: string) => portal.request({ site: 'big', token, url })
    const employer = await signIn(generated.employer)
    const all = await inClient(portal.database.db, generated.clientId, (tx) => allSelections(tx, generated.clientId))
    const byState = Object.fromEntries(
      [...Map.groupBy(all, ({ state }) => state)].map(([state, held]) => [state, held.length]),
    )
    const waiting = (byState['pending'] ?? 0) + (byState['pending-change'] ?? 0)
    expect(waiting).toBeGreaterThan(0)
    expect((await ask(employer, '/api/v2/scheme/selections/pending')).json()).toMatchObject({ count: waiting })
    expect((await ask(employer, '/api/v2/scheme/selections/status')).json()).toEqual(byState)

    const { rows } = await withConnection(portal.database.superuser, (client) =>
      client.query<{ email: string }>(
        `select a.email from account a join selection s using (client_id, person_id)
         where a.state = 'active' and a.two_factor_secret is null and a.user_type = 'employee' and s.state = 'active'
         order by 1 limit 1`,
      ),
    )
    const employee = await signIn(rows[0]?.email ?? '')
    const benefits = (await ask(employee, '/api/v1/benefits/user/eligible')).json<{ selection: unknown }[]>()
    expect(benefits).toHaveLength(15)
    expect(benefits.some(({ selection }) => selection !== null)).toBe(true)
  })

  it('has the same rows and ids for the same seed, and different rows and ids for another seed', async () => {
    const [again, other] = [await createTestDatabase(), await createTestDatabase()]
    try {
      await generateInto(again, { seed: 8 })
      await generateInto(other, { seed: 9 })
      const first = await dump(portal.database)
      // Logging in added rows to the first database, and set login times in the table `employee`.
      const own = new Set([
        'session',
        'access_token',
        'refresh_token',
        'failed_attempt',
        'login_count',
        'audit_event',
        'audit_head',
        'employee',
      ])
      const made = (tables: Record<string, unknown[]>) =>
        Object.fromEntries(Object.entries(tables).filter(([name]) => !own.has(name)))
      const accounts = (rows: unknown[] = []) =>
        rows.map((row) => ({ ...(row as object), last_login_at: null, first_login: null }))
      const [one, two] = [made(first), made(await dump(again))]
      expect({ ...two, account: accounts(two['account']) }).toEqual({ ...one, account: accounts(one['account']) })
      expect((await dump(other))['person_details']).not.toEqual(one['person_details'])
    } finally {
      await again.close()
      await other.close()
    }
  })

  it('is refused if a client with that name exists, and leaves that client unchanged', async () => {
    const secrets = schemeSecrets([portal.serverSecret], 'test')
    const before = await dump(portal.database)
    const outcome = await generateClient(portal.database.db, { folder, client: 'big', people: 5, seed: 9, secrets })
    expect(outcome).toEqual({ taken: 'big' })
    expect(await dump(portal.database)).toEqual(before)
  })

  async function signIn(email: string): Promise<string> {
    const answer = await portal.request({
      method: 'POST',
      url: '/api/login',
      site: 'big',
      body: { email, password: worldPassword },
    })
    const { access_token: token } = answer.json<{ access_token?: string }>()
    if (token === undefined) throw new Error(`${email} could not sign in: ${answer.body}`)
    return token
  }
})
