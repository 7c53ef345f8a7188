import { type QueryResult, type RawBuilder, sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId, SelectionId } from '../../contract/ids.ts'
import { settleAll } from '../../database/connections.ts'
import type { Tx } from '../../database/database.ts'
import { clientRow, requireInserted } from '../../database/client-row.ts'
import type { DeductionLine, FinalDeduction } from './deductions.rules.ts'

export type StoredLine = DeductionLine & { id: string }

export async function deductionsOf(
  tx: Tx,
  clientId: ClientId,
  { selectionId }: { selectionId: SelectionId },
): Promise<StoredLine[]> {
  return (await deductionsOfMany(tx, clientId, { selectionIds: [selectionId] })).get(selectionId) ?? []
}

export async function deductionsOfMany(
  tx: Tx,
  clientId: ClientId,
  { selectionIds }: { selectionIds: readonly SelectionId[] },
): Promise<Map<SelectionId, StoredLine[]>> {
  const rows = await tx
    .selectFrom('deduction')
    .innerJoin('payroll_period', (join) =>
      join
        .onRef('payroll_period.client_id', '=', 'deduction.client_id')
        .onRef('payroll_period.id', '=', 'deduction.period_id'),
    )
    .select([
      'deduction.id',
      'deduction.selection_id as selectionId',
      'deduction.period_id as periodId',
      'deduction.original_period_id as originalPeriodId',
      'deduction.selection_version as version',
      'deduction.pay_code as payCode',
      'deduction.method',
      'deduction.employee_pence as employee',
      'deduction.employer_pence as employer',
      'deduction.annual_pence as annual',
      'deduction.effective_from as effectiveFrom',
      'deduction.effective_to as effectiveTo',
    ])
    .where('deduction.client_id', '=', clientId)
    .where('deduction.selection_id', '=', sql<SelectionId>`any(${[...selectionIds]}::uuid[])`)
    .orderBy('payroll_period.starts_on')
    .orderBy('deduction.pay_code')
    // A period's own lines come before its adjustments. The id makes the order unique.
    .orderBy('deduction.original_period_id', (by) => by.asc().nullsFirst())
    .orderBy('deduction.id')
    .execute()
  const bySelection = new Map<SelectionId, StoredLine[]>()
  for (const { selectionId, originalPeriodId, effectiveTo, ...row } of rows) {
    const own = bySelection.get(selectionId) ?? []
    own.push({ ...row, ...(originalPeriodId && { originalPeriodId }), ...(effectiveTo && { effectiveTo }) })
    bySelection.set(selectionId, own)
  }
  return bySelection
}

export async function deductedFromMany(
  tx: Tx,
  clientId: ClientId,
  { selectionIds, today }: { selectionIds: readonly SelectionId[]; today: IsoDate },
): Promise<Map<SelectionId, FinalDeduction[]>> {
  const { rows } = await sql<
    Omit<FinalDeduction, 'originalPeriodId'> & { selectionId: SelectionId; original: string | null }
  >`
    select
      deduction.selection_id as "selectionId",
      deduction.period_id as "periodId",
      deduction.original_period_id as original,
      deduction.selection_version as version,
      deduction.pay_code as "payCode",
      deduction.employee_pence as employee,
      deduction.employer_pence as employer
    from deduction
    join payroll_period as period on period.client_id = deduction.client_id and period.id = deduction.period_id
    where deduction.client_id = ${clientId}
      and deduction.selection_id = any(${[...selectionIds]}::uuid[])
      and (
        period.cut_off_on < ${today}
        or exists (
          select 1
          from payroll_run
          where payroll_run.client_id = ${clientId}
            and payroll_run.period_id = period.id
        )
      )
    order by period.starts_on, deduction.pay_code
  `.execute(tx)
  return Map.groupBy(
    rows.map(({ original, ...line }) => ({ ...line, ...(original !== null && { originalPeriodId: original }) })),
    ({ selectionId }) => selectionId,
  )
}

type WrittenLine = DeductionLine & { personId: PersonId; selectionId: SelectionId }

export async function removeDeductions(
  tx: Tx,
  clientId: ClientId,
  { lines }: { lines: readonly Pick<StoredLine, 'id' | 'periodId'>[] },
): Promise<void> {
  if (lines.length === 0) return
  const ids = lines.map(({ id }) => id)
  await changeOpenPeriods(tx, clientId, {
    periodIds: lines.map(({ periodId }) => periodId),
    change: sql`delete from deduction where client_id = ${clientId} and id = any(${ids}::uuid[])`,
  })
}

export async function removeDeductionsOfCode(
  tx: Tx,
  clientId: ClientId,
  {
    lines,
    periodIds,
  }: { lines: readonly { selectionId: SelectionId; payCode: string }[]; periodIds: readonly string[] },
): Promise<void> {
  if (lines.length === 0 || periodIds.length === 0) return
  const change = sql`
    delete from deduction
    where client_id = ${clientId}
      and (selection_id, pay_code) in (
        select *
        from unnest(
          ${lines.map(({ selectionId }) => selectionId)}::uuid[],
          ${lines.map(({ payCode }) => payCode)}::text[]
        )
      )
      and period_id = any(${[...periodIds]}::uuid[])
  `
  await changeOpenPeriods(tx, clientId, { periodIds, change })
}

export async function insertDeductions(
  tx: Tx,
  clientId: ClientId,
  { lines }: { lines: readonly (WrittenLine & { id: string })[] },
): Promise<void> {
  if (lines.length === 0) return
  const periodIds = lines.map(({ periodId }) => periodId)
  const change = sql`
    insert into deduction (
      client_id, id, period_id, original_period_id, person_id, selection_id, selection_version, pay_code, method,
      employee_pence, employer_pence, annual_pence, effective_from, effective_to
    )
    select client.client_id, line.*
    from ${clientRow(clientId)}
    cross join unnest(
      ${lines.map(({ id }) => id)}::uuid[],
      ${periodIds}::uuid[],
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
    ) as line
  `
  requireInserted(await changeOpenPeriods(tx, clientId, { periodIds, change }), lines.length)
}

/** A period was locked after the caller had read it. The call may be repeated, as after a serialisation failure. */
class PeriodLocked extends Error {
  override readonly message = 'A payroll period has been locked since it was read'
  readonly code = '40001'
}

/** Changes deductions of periods. Waits for a transaction that is locking one of them, and then refuses the change. */
async function changeOpenPeriods(
  tx: Tx,
  clientId: ClientId,
  { periodIds, change }: { periodIds: readonly string[]; change: RawBuilder<unknown> },
): Promise<QueryResult<unknown>> {
  const periods = sql`any(${[...new Set(periodIds)]}::uuid[])`
  const hold = sql`
    select id
    from payroll_period
    where client_id = ${clientId}
      and id = ${periods}
    order by id
    for key share
  `
  const locked = sql`
    select period_id
    from payroll_run
    where client_id = ${clientId}
      and period_id = ${periods}
    limit 1
  `
  const answers = [hold.execute(tx), locked.execute(tx), change.execute(tx)] as const
  // Throw PeriodLocked instead of the triggers' error, because only a call that failed with PeriodLocked can be repeated.
  const [, found] = await Promise.allSettled(answers)
  if (found.status === 'fulfilled' && found.value.rows.length > 0) throw new PeriodLocked()
  const [, , changed] = await settleAll(answers)
  return changed
}
