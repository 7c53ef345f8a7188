import { sql } from 'kysely'
import type { ClientId, PersonId, SelectionId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { DeductionLine, TakenLine } from './deductions.rules.ts'

/** What a selection takes, in every period, fixed or not; in order of pay day. */
export async function deductionsOf(
  tx: Tx,
  clientId: ClientId,
  { selectionId }: { selectionId: SelectionId },
): Promise<TakenLine[]> {
  const rows = await tx
    .selectFrom('deduction')
    .innerJoin('payroll_period', (join) =>
      join
        .onRef('payroll_period.client_id', '=', 'deduction.client_id')
        .onRef('payroll_period.id', '=', 'deduction.period_id'),
    )
    .select([
      'deduction.period_id as periodId',
      'deduction.original_period_id as originalPeriodId',
      'deduction.selection_version as version',
      'deduction.pay_code as payCode',
      'deduction.employee_pence as employee',
      'deduction.employer_pence as employer',
    ])
    .where('deduction.client_id', '=', clientId)
    .where('deduction.selection_id', '=', selectionId)
    .orderBy('payroll_period.starts_on')
    .orderBy('deduction.pay_code')
    .execute()
  return rows.map(({ originalPeriodId, ...row }) => ({ ...row, ...(originalPeriodId && { originalPeriodId }) }))
}

/**
 * Replaces what a selection takes from the periods named, and from no other.
 * The database refuses it for a period that was locked meanwhile.
 */
export async function replaceDeductions(
  tx: Tx,
  clientId: ClientId,
  {
    selectionId,
    personId,
    periodIds,
    lines,
  }: { selectionId: SelectionId; personId: PersonId; periodIds: readonly string[]; lines: readonly DeductionLine[] },
): Promise<void> {
  if (periodIds.length === 0) return
  await tx
    .deleteFrom('deduction')
    .where('client_id', '=', clientId)
    .where('selection_id', '=', selectionId)
    .where('period_id', 'in', [...periodIds])
    .execute()
  if (lines.length === 0) return
  await tx
    .insertInto('deduction')
    .values(
      lines.map((line) => ({
        client_id: clientId,
        period_id: line.periodId,
        original_period_id: line.originalPeriodId ?? null,
        person_id: personId,
        selection_id: selectionId,
        selection_version: line.version,
        pay_code: line.payCode,
        method: line.method,
        employee_pence: line.employee,
        employer_pence: line.employer,
        annual_pence: line.annual,
        effective_from: line.effectiveFrom,
        effective_to: line.effectiveTo ?? null,
      })),
    )
    .execute()
}

/** Writes what many selections take that have nothing written yet. Refused for a locked period, as above. */
export async function insertDeductions(
  tx: Tx,
  clientId: ClientId,
  { lines }: { lines: readonly (DeductionLine & { id: string; personId: PersonId; selectionId: SelectionId })[] },
): Promise<void> {
  await sql`
    insert into deduction (
      client_id, id, period_id, original_period_id, person_id, selection_id, selection_version, pay_code, method,
      employee_pence, employer_pence, annual_pence, effective_from, effective_to
    )
    select ${clientId}::uuid, *
    from unnest(
      ${lines.map(({ id }) => id)}::uuid[],
      ${lines.map(({ periodId }) => periodId)}::uuid[],
      ${lines.map(({ originalPeriodId }) => originalPeriodId ?? null)}::uuid[],
      ${lines.map(({ personId }) => personId)}::uuid[],
      ${lines.map(({ selectionId }) => selectionId)}::uuid[],
      ${lines.map(({ version }) => version)}::integer[],
      ${lines.map(({ payCode }) => payCode)}::text[],
      ${lines.map(({ method }) => method)}::text[],
      ${lines.map(({ employee }) => employee)}::bigint[],
      ${lines.map(({ employer }) => employer)}::bigint[],
      ${lines.map(({ annual }) => annual)}::bigint[],
      ${lines.map(({ effectiveFrom }) => effectiveFrom)}::date[],
      ${lines.map(({ effectiveTo }) => effectiveTo ?? null)}::date[]
    )
  `.execute(tx)
}
