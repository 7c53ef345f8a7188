import { sql } from 'kysely'
import type { ClientId, SchemeYearId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'

export async function rowsOfClient(tx: Tx, clientId: ClientId): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*)::int from account where client_id = ${clientId}) as accounts,
      (select count(*)::int from person_details where client_id = ${clientId}) as details,
      (select count(*)::int from voucher_account where client_id = ${clientId}) as vouchers,
      (select count(*)::int from terms_acceptance where client_id = ${clientId}) as terms,
      (select count(*)::int from notice_sent where client_id = ${clientId}) as notices,
      (select count(*)::int from family_member where client_id = ${clientId}) as family,
      (select count(*)::int from employment_fact where client_id = ${clientId}) as facts,
      (select count(recorded_by)::int from employment_fact where client_id = ${clientId}) as recorders,
      (select count(person_id)::int from enrolment_window where client_id = ${clientId}) as windows,
      (select count(*)::int from life_event where client_id = ${clientId}) as "lifeEvents",
      (select count(*)::int from selection where client_id = ${clientId}) as selections,
      (select count(*)::int from selection_version where client_id = ${clientId}) as versions,
      (
        select count(*)::int
        from selection_version as version
        join selection on selection.client_id = version.client_id and selection.id = version.selection_id
        where version.client_id = ${clientId} and version.subject_id = selection.person_id
      ) as "ownVersions",
      (
        select count(*)::int
        from deduction
        join selection on selection.client_id = deduction.client_id and selection.id = deduction.selection_id
        where deduction.client_id = ${clientId} and deduction.person_id = selection.person_id
      ) as "ownDeductions",
      (select count(actor_id)::int from selection_version where client_id = ${clientId}) as actors,
      (select count(*)::int from approval_decision where client_id = ${clientId}) as decisions,
      (select count(*)::int from benefit_terms_acceptance where client_id = ${clientId}) as "benefitTerms",
      (select count(*)::int from payroll_period where client_id = ${clientId}) as periods,
      (select count(*)::int from deduction where client_id = ${clientId}) as deductions,
      (select count(original_period_id)::int from deduction where client_id = ${clientId}) as adjustments,
      (select count(*)::int from leaver_balance where client_id = ${clientId}) as balances,
      (
        select count(*)::int
        from leaver_balance as balance
        join selection on selection.client_id = balance.client_id and selection.id = balance.selection_id
        where balance.client_id = ${clientId} and balance.person_id = selection.person_id
      ) as "ownBalances",
      (select count(*)::int from payroll_run where client_id = ${clientId}) as runs,
      (select count(locked_by)::int from payroll_run where client_id = ${clientId}) as lockers,
      (select count(*)::int from payroll_line where client_id = ${clientId}) as "runLines",
      (select count(*)::int from report_run where client_id = ${clientId}) as reports,
      (select count(period_id)::int from report_run where client_id = ${clientId}) as "reportPeriods",
      (select count(*)::int from statement_row where client_id = ${clientId}) as statements
  `.execute(tx)
  return rows[0] ?? {}
}

export async function picturesOf(tx: Tx, clientId: ClientId): Promise<{ name: string; bytes: Buffer }[]> {
  return tx
    .selectFrom('client_picture')
    .select(['name', 'bytes'])
    .where('client_id', '=', clientId)
    .orderBy(sql`name collate "C"`)
    .execute()
}

export async function schemeYearsOf(
  tx: Tx,
  clientId: ClientId,
): Promise<{ schemeYearId: SchemeYearId; year: number; isKept: boolean }[]> {
  const { rows } = await sql<{ schemeYearId: SchemeYearId; year: number; isKept: boolean }>`
    select
      id as "schemeYearId",
      year,
      exists (
        select from scheme_file where scheme_file.client_id = ${clientId} and scheme_file.year = scheme_year.year
      ) as "isKept"
    from scheme_year
    where client_id = ${clientId}
    order by year
  `.execute(tx)
  return rows
}
