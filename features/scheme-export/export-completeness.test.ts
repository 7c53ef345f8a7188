import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import type { ClientId } from '../../contract/ids.ts'
import { withConnection } from '../../database/bootstrap.ts'
import { openDatabase, type PortalDatabase, type Tx } from '../../database/database.ts'
import { openPool } from '../../database/postgres.ts'
import { createTestDatabase } from '../../tests/harness/databases.ts'
import { applyFolder } from '../../tests/harness/apply-folder.ts'
import { schemeYearsOf } from './client-rows.queries.ts'
import { type ExportFile, exportFiles } from './export-files.server.ts'
import { excludedColumns, excludedTables } from '../../tests/harness/export-exclusions.ts'

/** Columns that the history omits, because applying the scheme folder writes them again. The history has the ids. */
const ofTheFolder: Readonly<Record<string, readonly string[] | 'all'>> = {
  client: [
    'code',
    'name',
    'theme',
    'support',
    'switches',
    'identity_provider',
    'voucher_application',
    'terms_revision',
  ],
  client_address: 'all',
  client_picture: ['hash', 'media_type'],
  content_page: 'all',
  scheme_year: ['starts_on', 'ends_on', 'life_event_kinds', 'provider_formats'],
  benefit: ['position', 'name', 'category', 'group_code', 'provider_name', 'needs_approval', 'definition', 'withdrawn'],
  rate_table: ['content'],
  payroll: ['name', 'frequency', 'format', 'final_pay'],
}
const always = ['client_id']

afterAll(async () => {
  await db.destroy()
  await database.close()
})

/** Returns SQL that inserts one row into each table whose rows come only from people's actions. */
function oneOfEach(client: string): string {
  return `
    set session_replication_role = replica;
    create temp table max as select person_id as id from account where email = 'max.plain@plain.example';
    create temp table version as
      select gen_random_uuid() as selection, max.id as person, scheme_year_id as year, benefit.id as benefit
      from benefit, max order by code limit 1;
    create temp table paid as select id from payroll_period order by starts_on limit 1;
    insert into family_member (client_id, person_id, relationship_type, title, first_name, surname, date_of_birth, sex, full_time_education_ends, disability_confirmed_until, ended_on, ended_by, uncovered_from)
      select '${client}', id, 1, 'Miss', 'Mia', 'Plain', '2015-01-01', 'female', '2033-07-31', '9999-12-31', '2026-01-01', 'death', '2026-01-02' from max;
    insert into enrolment_window (client_id, scheme_year_id, code, cause, opens_on, closes_on, rules, person_id)
      select '${client}', year, 'for-max', 'granted', '2026-01-01', '2026-02-01', '{"name": "For Max"}', person from version;
    insert into life_event (client_id, person_id, scheme_year_id, kind, kind_name, event_date, family_member_id, evidence, opens_on, closes_on, decided_by, decision_reason, decided_on)
      select '${client}', person, year, 'birth', 'Birth', '2026-01-01', gen_random_uuid(), 'accepted', '2026-01-01', '2026-02-01', 'jane', 'so', '2026-01-02' from version;
    insert into selection (client_id, id, person_id, benefit_id, state, version, version_in_force)
      select '${client}', selection, person, benefit, 'active', 1, 1 from version;
    insert into selection_version (client_id, selection_id, version, scheme_year_id, state, action, choice, price, effective_from, effective_to, replaces, actor_id, subject_id, reason)
      select '${client}', selection, 1, year, 'active', 'submit', '{}', '{}', '2026-01-01', '2026-02-01', 1, person, person, 'so' from version;
    insert into approval_decision (client_id, selection_id, selection_version, approved, reason, decided_by)
      select '${client}', selection, 1, true, 'so', person from version;
    insert into benefit_terms_acceptance (client_id, person_id, benefit_id, term_id, version)
      select '${client}', person, benefit, 'terms', 1 from version;
    insert into deduction (client_id, period_id, original_period_id, person_id, selection_id, selection_version, pay_code, method, employee_pence, employer_pence, annual_pence, effective_from, effective_to)
      select '${client}', paid.id, paid.id, person, selection, 1, 'PAY', 'net-deduction', 1, 2, 3, '2026-01-01', '2026-02-01' from version, paid;
    insert into leaver_balance (client_id, selection_id, person_id, last_day, rule, pay_code, balance_pence, deductible_pence, basis, deducted_pence, deducted_on, not_deducted_pence)
      select '${client}', selection, person, '2026-01-31', 'net-pay', 'PAY-OWED', 3, 2, '{"pay": "9"}', 1, '2026-01-28', 1 from version;
    insert into payroll_run (client_id, period_id, locked_by, line_count, employee_pence, employer_pence)
      select '${client}', paid.id, person, 1, 1, 2 from version, paid;
    insert into payroll_line (client_id, period_id, number, person_id, selection_id, change_type, employee_pence, employer_pence, payroll_id, period_label, employee_number, ni_number, name, first_name, surname, benefit, pay_code, method, annual_pence, effective_from, effective_to, adjustment_reason, original_period)
      select '${client}', paid.id, 1, person, selection, 'New', 1, 2, 'P1', 'January', '1', 'QQ123456A', 'Max Plain', 'Max', 'Plain', 'Gym', 'PAY', 'net-deduction', 3, '2026-01-01', '2026-02-01', 'so', 'December' from version, paid;
    insert into report_run (client_id, type, year, month, label, provider_name, period_id, file_name, media_type, layout, bytes)
      select '${client}', 'payroll', 2026, 1, 'January', 'Us', paid.id, 'file.csv', 'text/csv', '{"lines": 1}', 'x' from paid;
    insert into statement_row select '${client}', id, 'gym', 2026, 1, 1, 2 from max;
    insert into voucher_account select '${client}', id, 1, '2026-01-01' from max;
    insert into notice_sent select '${client}', id, 'probation is over', '2026-01-01' from max;
    insert into saved_view (client_id, person_id, screen, name, query) select '${client}', id, 'approvals', 'Mine', 'order=name' from max;
    insert into daily_run select '${client}', 'job', '2026-01-01' from max;
    insert into client_picture select '${client}', 'images/one.svg', repeat('0', 32), 'image/svg+xml', 'x' from max;
    update person_details set avatar = 'images/one.svg', national_insurance_number = 'QQ123456A', title = 'Mx';
    update account set last_login_at = now();
    update employment_fact set recorded_by = person_id;
    update client set requires_two_factor = true;`
}

const unbound = `
  do $$
  declare one record;
  begin
    for one in
      select conrelid::regclass as place, conname from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('f', 'c', 'u', 'p')
      order by contype = 'p', contype = 'u'
    loop
      execute format('alter table %s drop constraint if exists %I cascade', one.place, one.conname);
    end loop;
  end
  $$`

const database = await createTestDatabase()
const clientId: ClientId = (await applyFolder(database.db, join(import.meta.dirname, '../../examples/plain'))).clientId
await withConnection(database.superuser, (client) => client.query(`${oneOfEach(clientId)} ${unbound}`))
const db: PortalDatabase = openDatabase(
  openPool(database.superuser, {
    size: 1,
    patience: {
      statementTimeoutMs: 20_000,
      lockTimeoutMs: 10_000,
      idleInTransactionTimeoutMs: 20_000,
      connectionTimeoutMs: 10_000,
    },
    onError: () => undefined,
  }),
)
type Column = { table: string; column: string; type: string }

async function columns(): Promise<Column[]> {
  const { rows } = await withConnection(database.superuser, (client) =>
    client.query<Column>(
      `select columns.table_name as table, column_name as column, udt_name as type
       from information_schema.columns
       where table_schema = 'public' and exists (
         select from information_schema.columns as owner
         where owner.table_schema = 'public' and owner.table_name = columns.table_name and owner.column_name = 'client_id'
       )
       order by 1, ordinal_position`,
    ),
  )
  return rows
}

function goes({ table, column }: Column): boolean {
  const folder = ofTheFolder[table]
  return (
    !always.includes(column) &&
    !(table in excludedTables) &&
    excludedColumns[table]?.[column] === undefined &&
    folder !== 'all' &&
    !folder?.includes(column)
  )
}

/** Returns an SQL expression whose value always differs from the column's. */
function another({ column, type }: Column): string {
  const name = `"${column}"`
  switch (type) {
    case 'uuid':
      return `gen_random_uuid()`
    case 'bool':
      return `not ${name}`
    case 'date':
    case 'int4':
    case 'int8':
      return `${name} + 1`
    case 'timestamptz':
      return `${name} + interval '1 second'`
    case 'jsonb':
      return `${name} || '{"another": 1}'`
    case 'bytea':
      return `${name} || 'y'`
    case 'text':
      return `${name} || 'x'`
    default:
      throw new Error(`Nothing is said of columns of the type ${type}: ${column}`)
  }
}

class Undone extends Error {}

async function textOf(files: AsyncIterable<ExportFile>): Promise<string> {
  let written = ''
  for await (const { name, content } of files) {
    const parts = typeof content === 'string' || Buffer.isBuffer(content) ? [content] : content
    written += `${name} `
    for await (const part of parts) written += Buffer.from(part).toString('latin1')
  }
  return written
}

async function exportedWith(change: string): Promise<string> {
  let found = ''
  const work = async (tx: Tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(change).execute(tx)
    const years = await schemeYearsOf(tx, clientId)
    found = await textOf(exportFiles(tx, clientId, years)).catch((failure: unknown) => `refused: ${String(failure)}`)
    throw new Undone()
  }
  await db
    .transaction()
    .execute(work)
    .catch((failure: unknown) => {
      if (!(failure instanceof Undone)) throw failure
    })
  return found
}

it('an export omits only columns that are listed with a reason', async () => {
  const all = await columns()
  const whole = await exportedWith('select 1')
  expect(whole).not.toContain('refused')
  const leftBehind: string[] = []
  for (const one of all.filter(goes)) {
    const change = `update ${one.table} set "${one.column}" = ${another(one)} where client_id = '${clientId}'`
    if ((await exportedWith(change)) === whole) leftBehind.push(`${one.table}.${one.column}`)
  }
  expect(leftBehind).toEqual([])
  expect(all.filter(goes).length).toBeGreaterThan(120)
})

it('the list of omitted columns contains only existing tables and columns', async () => {
  const all = await columns()
  const tables = new Set(all.map(({ table }) => table))
  const known = new Set(all.map(({ table, column }) => `${table} ${column}`))
  expect([...Object.keys(excludedTables), ...Object.keys(ofTheFolder)].filter((table) => !tables.has(table))).toEqual(
    [],
  )
  expect(
    Object.entries(excludedColumns).flatMap(([table, own]) =>
      Object.keys(own).filter((column) => !known.has(`${table} ${column}`)),
    ),
  ).toEqual([])
})
