import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { createTestDatabase } from '../tests/harness/databases.ts'
import { withConnection } from './bootstrap.ts'
import { writeTables } from './write-tables.ts'

const database = await createTestDatabase()
afterAll(() => database.close())

/** COPY refuses tables with row-level security, so `upload_row` has none. The worker reads all of `work_due`. */
const shared = ['app.clock', 'app.migration', 'client_address', 'upload_row', 'work_due']

const tables = `
  select c.oid::regclass::text as name, c.oid, c.relrowsecurity, c.relforcerowsecurity
  from pg_class c
  where c.relkind in ('r', 'p') and c.relnamespace in ('app'::regnamespace, 'public'::regnamespace)
    and c.oid::regclass::text <> all ($1)`

describe('tenant isolation', () => {
  it('applies to every table whose rows belong to a client [S-49]', async () => {
    const found = await rows<{ name: string; fence: string }>(
      `select t.name,
              concat_ws(', ',
                case when not exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'client_id'
                                      and a.attnotnull and a.atttypid = 'uuid'::regtype) then 'no client_id' end,
                case when t.relrowsecurity then 'enabled' end,
                case when t.relforcerowsecurity then 'forced' end,
                (select string_agg(concat_ws(' / ', p.polcmd, pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)), ', ')
                 from pg_policy p where p.polrelid = t.oid)) as fence
       from (${tables}) as t
       order by t.name`,
    )
    expect(found.length).toBeGreaterThan(20)
    const whole = 'enabled, forced, * / (client_id = app.client_id()) / (client_id = app.client_id())'
    expect(found.filter(({ fence }) => fence !== whole)).toEqual([])
  })

  it("applies to the application's role, which owns nothing and cannot bypass it [S-49]", async () => {
    const [role] = await rows(
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
              (select count(*)::int from pg_class where relowner = r.oid and cardinality($1::text[]) > 0) as owned,
              (select count(*)::int from pg_auth_members where member = r.oid) as memberships
       from pg_roles r where rolname = 'portal_app'`,
    )
    expect(role).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      owned: 0,
      memberships: 0,
    })
  })

  it('is not bypassed by functions that run with the rights of their owner', async () => {
    const definers = await rows(
      `select p.oid::regprocedure::text as name from pg_proc p
       where p.prosecdef and p.pronamespace in ('app'::regnamespace, 'public'::regnamespace) and cardinality($1::text[]) > 0`,
    )
    expect(definers).toEqual([])
  })

  it('lets the application read history tables and add rows, but not change rows', async () => {
    const history = [
      'audit_event',
      'approval_decision',
      'employment_fact',
      'payroll_line',
      'payroll_run',
      'report_run',
      'selection_version',
    ]
    const rights = await rows(
      `select distinct t.name, has_table_privilege('portal_app', t.oid, 'insert') as may_add,
              has_table_privilege('portal_app', t.oid, 'update, delete, truncate') or has_any_column_privilege('portal_app', t.oid, 'update') as may_change
       from (${tables}) as t where t.name = any ($2) order by t.name`,
      [history],
    )
    expect(rights).toEqual(history.toSorted().map((name) => ({ name, may_add: true, may_change: false })))
  })
})

describe('schema', () => {
  it('matches the types in database/tables.ts', async () => {
    const written = await readFile(join(import.meta.dirname, 'tables.ts'), 'utf8')
    const actual = await withConnection(database.owner, writeTables)
    expect(actual, 'The migrations have changed: run "npm run schema" and review what it changes').toBe(written)
  })

  it('has no triggers except those that protect payroll amounts', async () => {
    const found = await rows<{ name: string }>(
      `select g.tgname as name from (${tables}) as t join pg_trigger g on g.tgrelid = t.oid where not g.tgisinternal order by 1`,
    )
    const ofPayroll = [
      'deduction_added_while_open',
      'deduction_removed_while_open',
      'payroll_line_written_with_its_run',
      'payroll_run_totals',
    ]
    // Citus runs no triggers of distributed tables (docs/scaling.md).
    const isOnCitus = inject('workers').length > 0
    expect(found.map(({ name }) => name)).toEqual(isOnCitus ? [] : ofPayroll)
  })

  it('describes each table: what a row is, what writes it and when it is removed', async () => {
    const found = await rows<{ name: string; comment: string }>(
      `select t.name, coalesce(obj_description(t.oid, 'pg_class'), '') as comment from (${tables}) as t order by t.name`,
    )
    const whole = /. Written .*(?:kept|removed|replace)/i
    expect(found.filter(({ comment }) => !whole.test(comment))).toEqual([])
  })
})

async function rows<Row extends object>(query: string, more: unknown[] = []): Promise<Row[]> {
  return withConnection(database.superuser, async (client) => (await client.query<Row>(query, [shared, ...more])).rows)
}
