import { sql } from 'kysely'
import type { ClientId, PersonId, SchemeYearId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { clientRow } from '../../database/client-row.ts'
import type { HistoryLine } from './history-format.ts'
import { renewSchemeRevision } from '../../services/scheme/scheme.queries.ts'

export async function restoreClient(
  tx: Tx,
  clientId: ClientId,
  { createdAt, requiresTwoFactor }: HistoryLine<'client'>,
): Promise<void> {
  await tx
    .updateTable('client')
    .set({ created_at: createdAt, requires_two_factor: requiresTwoFactor })
    .where('client_id', '=', clientId)
    .execute()
}

export async function grantWindows(
  tx: Tx,
  clientId: ClientId,
  { windows }: { windows: readonly (HistoryLine<'windows'> & { schemeYearId: SchemeYearId; personId: PersonId })[] },
): Promise<void> {
  await sql`
    insert into enrolment_window (client_id, id, scheme_year_id, code, cause, opens_on, closes_on, rules, person_id)
    select client.client_id, id, "schemeYearId", code, cause, "opensOn", "closesOn", rules, "personId"
    from ${clientRow(clientId)}
    cross join jsonb_to_recordset(${JSON.stringify(windows)}::jsonb) as given(
      id uuid, "schemeYearId" uuid, code text, cause text, "opensOn" date, "closesOn" date, rules jsonb, "personId" uuid
    )
  `.execute(tx)
}

/** Keeps original dates, even if the scheme has changed. Returns ids by names like 'monthly/2026/3'. */
export async function importPeriods(
  tx: Tx,
  clientId: ClientId,
  { periods }: { periods: readonly HistoryLine<'periods'>[] },
): Promise<Map<string, string>> {
  const given = periods.map(({ period, ...rest }) => {
    const [payroll = '', year = '', number = ''] = period.split('/')
    return { ...rest, payroll, year: Number(year), number: Number(number) }
  })
  await sql`
    insert into payroll_period
      (client_id, id, payroll_id, year, number, label, starts_on, ends_on, cut_off_on, pay_on)
    select
      payroll.client_id, given.id, payroll.id, given.year, given.number, label, "startsOn", "endsOn", "cutOffOn", "payOn"
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(
      id uuid, payroll text, year integer, number integer, label text, "startsOn" date, "endsOn" date,
      "cutOffOn" date, "payOn" date
    )
    join payroll
      on payroll.client_id = ${clientId} and payroll.code = given.payroll
    on conflict (client_id, payroll_id, year, number) do update
    set label = excluded.label,
        starts_on = excluded.starts_on,
        ends_on = excluded.ends_on,
        cut_off_on = excluded.cut_off_on,
        pay_on = excluded.pay_on
  `.execute(tx)
  const { rows } = await sql<{ period: string; id: string }>`
    select concat_ws('/', payroll.code, period.year, period.number) as period, period.id
    from payroll_period as period
    join payroll on payroll.client_id = ${clientId} and payroll.id = period.payroll_id
    where period.client_id = ${clientId}
    order by 1
  `.execute(tx)
  await renewSchemeRevision(tx, clientId)
  return new Map(rows.map(({ period, id }) => [period, id]))
}
