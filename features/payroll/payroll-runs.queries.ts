import { type RawBuilder, sql } from 'kysely'
import type { ClientId, PersonId, SelectionId } from '../../contract/ids.ts'
import type { Pence } from '../../contract/money.ts'
import { transactionDay } from '../../database/transaction-time.ts'
import { clientRow, requireInserted } from '../../database/client-row.ts'
import type { Tx } from '../../platform/handle.ts'
import { columnsFromJson, fieldsOfLine, lineColumns, textOfField } from './payroll-line-fields.queries.ts'
import { spendOfRun } from './employer-spend.queries.ts'
import type { PayrollOverview } from './payroll.contract.ts'
import type { ChangeType, PayrollField, PayrollFormat, PayrollLine } from '../../services/payroll/payroll-line.rules.ts'
import type { RunPeriod } from './open-run.rules.ts'

export async function listPeriods(
  tx: Tx,
  clientId: ClientId,
  { payrollId }: { payrollId?: string } = {},
): Promise<RunPeriod[]> {
  const rows = await tx
    .selectFrom('payroll_period as period')
    .innerJoin('payroll', (join) =>
      join.onRef('payroll.client_id', '=', 'period.client_id').onRef('payroll.id', '=', 'period.payroll_id'),
    )
    .leftJoin('payroll_run as run', (join) =>
      join.onRef('run.client_id', '=', 'period.client_id').onRef('run.period_id', '=', 'period.id'),
    )
    .leftJoin('report_run as report', (join) =>
      join
        .onRef('report.client_id', '=', 'run.client_id')
        .onRef('report.period_id', '=', 'run.period_id')
        .on('report.type', '=', 'payroll'),
    )
    .select((expression) => [
      'period.id as periodId',
      'payroll.id as payrollId',
      'payroll.name as payrollName',
      'period.label',
      'period.starts_on as startsOn',
      'period.ends_on as endsOn',
      'period.cut_off_on as cutOffOn',
      'period.pay_on as payOn',
      'run.locked_at as lockedAt',
      'run.line_count as lineCount',
      'run.employee_pence as employeePence',
      'run.employer_pence as employerPence',
      'report.id as reportId',
      expression
        .exists(
          expression
            .selectFrom('deduction')
            .select('deduction.id')
            .where('deduction.client_id', '=', clientId)
            .whereRef('deduction.period_id', '=', 'period.id'),
        )
        .$castTo<boolean>()
        .as('hasDeductions'),
    ])
    .where('period.client_id', '=', clientId)
    .$if(payrollId !== undefined, (query) => query.where('period.payroll_id', '=', payrollId ?? ''))
    .orderBy('period.starts_on')
    .orderBy('payroll.name')
    .orderBy('period.id')
    .execute()
  return rows.map(({ lockedAt, lineCount, employeePence, employerPence, reportId, ...period }) => ({
    ...period,
    locked: lockedAt !== null,
    run:
      lockedAt === null
        ? null
        : {
            lockedAt,
            lineCount: lineCount ?? 0,
            employeePence: employeePence ?? 0n,
            employerPence: employerPence ?? 0n,
            reportId,
          },
  }))
}

export function overviewOfRuns(clientId: ClientId): RawBuilder<PayrollOverview> {
  return sql`
    select
      (
        select coalesce(
          json_agg(
            json_build_object(
              'runId', id, 'payrollName', name, 'label', label, 'cutOffOn', cut_off_on,
              'cutOffPassed', cut_off_on < ${transactionDay}
            )
            order by first_starts_on, name
          ),
          '[]'
        )
        from (${nextOpenRuns(clientId)}) as next
      ) as open,
      (select count(*)::integer from payroll_run where client_id = ${clientId}) as "lockedCount",
      (
        select json_build_object('payrollName', payroll.name, 'label', period.label)
        from payroll_run as run
        join payroll_period as period on period.client_id = ${clientId} and period.id = run.period_id
        join payroll on payroll.client_id = ${clientId} and payroll.id = period.payroll_id
        where run.client_id = ${clientId}
        order by period.starts_on desc, payroll.name desc, period.id desc
        limit 1
      ) as "latestLocked"
  `
}

function nextOpenRuns(clientId: ClientId): RawBuilder<unknown> {
  const hasDeductions = sql`exists (select from deduction where client_id = ${clientId} and period_id = period.id)`
  return sql`
    select payroll.name, first.starts_on as first_starts_on, next.*
    from payroll
    cross join lateral (
      select min(starts_on) as starts_on, max(starts_on) filter (where run.period_id is not null) as last_locked
      from payroll_period as period
      left join payroll_run as run on run.client_id = ${clientId} and run.period_id = period.id
      where period.client_id = ${clientId}
        and payroll_id = payroll.id
    ) as first
    cross join lateral (
      select id, label, cut_off_on
      from payroll_period as period
      where client_id = ${clientId}
        and payroll_id = payroll.id
        and (last_locked is null and (cut_off_on >= ${transactionDay} or ${hasDeductions}) or starts_on > last_locked)
      order by last_locked is null and not ${hasDeductions}, starts_on
      limit 1
    ) as next
    where payroll.client_id = ${clientId}
  `
}

export type PayrollWithFormat = { payrollId: string; code: string; format: PayrollFormat }

/** Makes other locks of the payroll and changes of the period's deductions wait. Returns undefined for an unknown period. */
export async function lockPeriodRow(
  tx: Tx,
  clientId: ClientId,
  { periodId }: { periodId: string },
): Promise<PayrollWithFormat | undefined> {
  return (
    tx
      .selectFrom('payroll')
      .innerJoin('payroll_period as period', (join) =>
        join.onRef('period.client_id', '=', 'payroll.client_id').onRef('period.payroll_id', '=', 'payroll.id'),
      )
      // The format was validated when the scheme was applied.
      .select((row) => [
        'payroll.id as payrollId',
        'payroll.code',
        row.ref('payroll.format').$castTo<PayrollFormat>().as('format'),
      ])
      .where('payroll.client_id', '=', clientId)
      .where('period.id', '=', periodId)
      .forUpdate()
      .executeTakeFirst()
  )
}

/** A portion is a few megabytes of text. */
export const linesPerPortion = 2_500

export type RunLine = {
  personId: PersonId
  selectionId: SelectionId
  changeType: ChangeType
  employeePence: Pence
  employerPence: Pence
  fields: PayrollLine
}

export async function linesOfRun(
  tx: Tx,
  clientId: ClientId,
  { periodId }: { periodId: string },
): Promise<(RunLine & { number: number })[]> {
  return tx
    .selectFrom('payroll_line as line')
    .select((line) => [
      'number',
      'person_id as personId',
      // Validated when the run was locked.
      line.ref('selection_id').$castTo<SelectionId>().as('selectionId'),
      line.ref('change_type').$castTo<ChangeType>().as('changeType'),
      'employee_pence as employeePence',
      'employer_pence as employerPence',
      fieldsOfLine.as('fields'),
    ])
    .where('client_id', '=', clientId)
    .where('period_id', '=', periodId)
    .orderBy('number')
    .execute()
}

/** Returns the next portion of a locked run's lines as one text in file order; '' at the end. */
export async function fileLinesOfRun(
  tx: Tx,
  clientId: ClientId,
  {
    periodId,
    fields,
    marks,
    after,
  }: { periodId: string; fields: readonly PayrollField[]; marks: { column: string; line: string }; after: number },
): Promise<string> {
  const texts = fields.map(textOfField)
  const { rows } = await sql<{ text: string | null }>`
    select string_agg(${sql.join(texts, sql` || ${marks.column}::text || `)}, ${marks.line} order by number) as text
    from payroll_line as line
    where client_id = ${clientId}
      and period_id = ${periodId}
      and number > ${after}
      and number <= ${after + linesPerPortion}
  `.execute(tx)
  return rows[0]?.text ?? ''
}

/** Requires the run's lines to be written before. */
export async function writeRun(
  tx: Tx,
  clientId: ClientId,
  run: {
    periodId: string
    lockedBy: PersonId | null
    lockedAt: string
    lineCount: number
    employeePence: Pence
    employerPence: Pence
  },
): Promise<void> {
  await tx
    .insertInto('payroll_run')
    .values({
      client_id: clientId,
      period_id: run.periodId,
      locked_by: run.lockedBy,
      locked_at: run.lockedAt,
      line_count: run.lineCount,
      employee_pence: run.employeePence,
      employer_pence: run.employerPence,
      spend: await spendOfRun(tx, clientId, run),
    })
    .execute()
}

/** `from`: number of the run's lines before these. */
export async function writeRunLines(
  tx: Tx,
  clientId: ClientId,
  { periodId, from, lines }: { periodId: string; from: number; lines: readonly RunLine[] },
): Promise<void> {
  const inserted = await sql`
    insert into payroll_line (
      client_id, period_id, number, person_id, selection_id, change_type, employee_pence, employer_pence, ${lineColumns}
    )
    select
      client.client_id, ${periodId}::uuid, ${from}::integer + place, person_id, selection_id, change_type,
      employee_pence, employer_pence, ${columnsFromJson()}
    from ${clientRow(clientId)}
    cross join rows from (
      unnest(${runRow(lines, ({ personId }) => personId)}::uuid[]),
      unnest(${runRow(lines, ({ selectionId }) => selectionId)}::uuid[]),
      unnest(${runRow(lines, ({ changeType }) => changeType)}::text[]),
      unnest(${runRow(lines, ({ employeePence }) => employeePence)}::bigint[]),
      unnest(${runRow(lines, ({ employerPence }) => employerPence)}::bigint[]),
      -- One text for all lines, because in an array each quote would be escaped.
      jsonb_array_elements(${JSON.stringify(lines.map(({ fields }) => fields))}::jsonb)
    ) with ordinality as line (person_id, selection_id, change_type, employee_pence, employer_pence, fields, place)
  `.execute(tx)
  requireInserted(inserted, lines.length)
}

/** Formats a PostgreSQL array of values that need no quotes, faster than the driver. */
function runRow(lines: readonly RunLine[], of: (line: RunLine) => PersonId | SelectionId | ChangeType | Pence): string {
  return `{${lines.map(of).join(',')}}`
}
