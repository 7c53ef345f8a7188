import { sql } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { streamRows } from '../../platform/stream-rows.queries.ts'
import { fieldsOfLine } from '../payroll/payroll-line-fields.queries.ts'
import type { HistoryLine } from '../scheme-history/history-format.ts'

const named = (period: 'period' | 'original') =>
  sql<string>`concat_ws('/', ${sql.ref(`${period}_payroll.code`)}, ${sql.ref(`${period}.year`)}, ${sql.ref(`${period}.number`)})`

export function periodLines(tx: Tx, clientId: ClientId): AsyncGenerator<HistoryLine<'periods'>[]> {
  return streamRows(
    tx,
    sql<HistoryLine<'periods'>>`
    select
      period.id, ${named('period')} as period, label, starts_on as "startsOn", ends_on as "endsOn",
      cut_off_on as "cutOffOn", pay_on as "payOn"
    from payroll_period as period
    join payroll as period_payroll
      on period_payroll.client_id = period.client_id and period_payroll.id = period.payroll_id
    where period.client_id = ${clientId}
    order by period_payroll.code collate "C", period.year, period.number
  `,
  )
}

export async function* deductionLines(tx: Tx, clientId: ClientId): AsyncGenerator<HistoryLine<'deductions'>[]> {
  type Row = Omit<HistoryLine<'deductions'>, 'employeePence' | 'employerPence' | 'annualPence'> & {
    employee: bigint
    employer: bigint
    annual: bigint
  }
  const every = streamRows(
    tx,
    sql<Row>`
    select
      deduction.id, ${named('period')} as period,
      case when original.id is null then null else ${named('original')} end as "originalPeriod",
      selection_id as selection, selection_version as version, pay_code as "payCode", method,
      employee_pence as employee, employer_pence as employer, annual_pence as annual,
      effective_from as "effectiveFrom", effective_to as "effectiveTo"
    from deduction
    join payroll_period as period on period.client_id = deduction.client_id and period.id = deduction.period_id
    join payroll as period_payroll
      on period_payroll.client_id = period.client_id and period_payroll.id = period.payroll_id
    left join payroll_period as original
      on original.client_id = deduction.client_id and original.id = deduction.original_period_id
    left join payroll as original_payroll
      on original_payroll.client_id = original.client_id and original_payroll.id = original.payroll_id
    where deduction.client_id = ${clientId}
    order by period_payroll.code collate "C", period.year, period.number, selection_id, deduction.id
  `,
  )
  for await (const rows of every)
    yield rows.map(({ employee, employer, annual, ...row }) => ({
      ...row,
      employeePence: String(employee),
      employerPence: String(employer),
      annualPence: String(annual),
    }))
}

export async function* balanceLines(tx: Tx, clientId: ClientId): AsyncGenerator<HistoryLine<'leaver-balances'>[]> {
  type Amounts = { balance: bigint; deductible: bigint; deducted: bigint | null; notDeducted: bigint }
  type Line = HistoryLine<'leaver-balances'>
  const every = streamRows(
    tx,
    sql<Omit<Line, 'balancePence' | 'deductiblePence' | 'deductedPence' | 'notDeductedPence'> & Amounts>`
    select
      selection_id as selection, last_day as "lastDay", rule, pay_code as "payCode", balance_pence as balance,
      deductible_pence as deductible, basis, deducted_pence as deducted, deducted_on as "deductedOn",
      not_deducted_pence as "notDeducted"
    from leaver_balance
    where client_id = ${clientId}
    order by selection_id
  `,
  )
  for await (const rows of every)
    yield rows.map(({ balance, deductible, deducted, notDeducted, ...row }) => ({
      ...row,
      balancePence: String(balance),
      deductiblePence: String(deductible),
      deductedPence: deducted === null ? null : String(deducted),
      notDeductedPence: String(notDeducted),
    }))
}

export async function* runLines(tx: Tx, clientId: ClientId): AsyncGenerator<HistoryLine<'runs'>[]> {
  type Row = Omit<HistoryLine<'runs'>, 'employeePence' | 'employerPence'> & { employee: bigint; employer: bigint }
  const every = streamRows(
    tx,
    sql<Row>`
    select
      ${named('period')} as period, locked_at as "lockedAt", account.email as "lockedBy", line_count as "lineCount",
      employee_pence as employee, employer_pence as employer
    from payroll_run as run
    join payroll_period as period on period.client_id = run.client_id and period.id = run.period_id
    join payroll as period_payroll
      on period_payroll.client_id = period.client_id and period_payroll.id = period.payroll_id
    left join account on account.client_id = run.client_id and account.person_id = run.locked_by
    where run.client_id = ${clientId}
    order by period_payroll.code collate "C", period.year, period.number
  `,
  )
  for await (const rows of every)
    yield rows.map(({ employee, employer, ...row }) => ({
      ...row,
      employeePence: String(employee),
      employerPence: String(employer),
    }))
}

export async function* lockedRunLines(tx: Tx, clientId: ClientId): AsyncGenerator<HistoryLine<'run-lines'>[]> {
  type Row = Omit<HistoryLine<'run-lines'>, 'employeePence' | 'employerPence'> & { employee: bigint; employer: bigint }
  const every = streamRows(
    tx,
    sql<Row>`
    select
      ${named('period')} as period, line.number, account.email as person, selection_id as selection,
      change_type as "changeType", employee_pence as employee, employer_pence as employer,
      ${fieldsOfLine} as fields
    from payroll_line as line
    join payroll_period as period on period.client_id = line.client_id and period.id = line.period_id
    join payroll as period_payroll
      on period_payroll.client_id = period.client_id and period_payroll.id = period.payroll_id
    join account on account.client_id = line.client_id and account.person_id = line.person_id
    where line.client_id = ${clientId}
    order by period_payroll.code collate "C", period.year, period.number, line.number
  `,
  )
  for await (const rows of every)
    yield rows.map(({ employee, employer, ...row }) => ({
      ...row,
      employeePence: String(employee),
      employerPence: String(employer),
    }))
}

export async function reportLines(
  tx: Tx,
  clientId: ClientId,
): Promise<Omit<HistoryLine<'reports'>, 'file' | 'sha256'>[]> {
  const { rows } = await sql<Omit<HistoryLine<'reports'>, 'file' | 'sha256'>>`
    select
      report.id, type, report.year, month, report.label, provider_name as "providerName",
      case when period.id is null then null else ${named('period')} end as period,
      file_name as "fileName", media_type as "mediaType", layout, created_at as "createdAt"
    from report_run as report
    left join payroll_period as period on period.client_id = report.client_id and period.id = report.period_id
    left join payroll as period_payroll
      on period_payroll.client_id = period.client_id and period_payroll.id = period.payroll_id
    where report.client_id = ${clientId}
    order by created_at, report.id
  `.execute(tx)
  return rows
}
