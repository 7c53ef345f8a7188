import { type RawBuilder, sql } from 'kysely'
import type { PayrollField, PayrollLine } from '../../services/payroll/payroll-line.rules.ts'
import { payrollMessages } from './payroll.messages.ts'
import type { OpenRun } from './open-run.rules.ts'

/** A line's columns other than number, selection and amounts. They stay as locked, even if the data change later. */
const columnNames = [
  'payroll_id',
  'period_label',
  'employee_number',
  'ni_number',
  'name',
  'first_name',
  'surname',
  'benefit',
  'pay_code',
  'method',
  'tax_relief_pence',
  'annual_pence',
  'effective_from',
  'effective_to',
  'adjustment_reason',
  'original_period',
] as const
type LineColumn = (typeof columnNames)[number]

export const lineColumns = sql.join(columnNames.map((name) => sql.ref(name)))

/**
 * Columns of a line in this run. A removed line keeps its locked columns, except the person's current payroll id and employee
 * number.
 */
export function runLineColumns({ period }: OpenRun): RawBuilder<unknown> {
  const [placeholder, taxYear] = ['{period}', '{tax year}']
  const asItWas = (column: LineColumn, taken: RawBuilder<unknown>) =>
    sql`case when is_gone then (was).${sql.ref(column)} else ${taken} end`
  const all: Record<LineColumn, RawBuilder<unknown>> = {
    payroll_id: sql`coalesce(payroll_id, '')`,
    period_label: sql`${period.label}::text`,
    employee_number: sql`coalesce(employee_number, '')`,
    ni_number: asItWas('ni_number', sql`coalesce(ni_number, '')`),
    name: asItWas('name', sql`first_name || ' ' || surname`),
    first_name: asItWas('first_name', sql`first_name`),
    surname: asItWas('surname', sql`surname`),
    benefit: asItWas('benefit', sql`benefit`),
    pay_code: asItWas('pay_code', sql`pay_code`),
    method: asItWas('method', sql`method`),
    tax_relief_pence: sql`tax_relief_pence`,
    annual_pence: sql`coalesce(annual_pence, 0)`,
    effective_from: asItWas('effective_from', sql`effective_from`),
    effective_to: asItWas('effective_to', sql`effective_to`),
    adjustment_reason: asItWas(
      'adjustment_reason',
      sql`case
        when is_owed and employee_pence < 0 then ${payrollMessages.owedAtLeavingReturned}
        when is_owed then ${payrollMessages.owedAtLeaving}
        else coalesce(
          replace(
            replace(${payrollMessages.adjustmentOfTaxYear(placeholder, taxYear)}, ${placeholder}, original_period),
            ${taxYear},
            earlier_tax_year
          ),
          replace(${payrollMessages.adjustment(placeholder)}, ${placeholder}, original_period),
          ''
        )
      end`,
    ),
    original_period: asItWas('original_period', sql`coalesce(original_period, '')`),
  }
  return sql.join(columnNames.map((name) => sql`${all[name]} as ${sql.ref(name)}`))
}

/** Columns of an imported line, read from its `fields`. */
export function columnsFromJson(): RawBuilder<unknown> {
  const text = (field: PayrollField) => sql`fields ->> ${field}::text`
  const all: Record<LineColumn, RawBuilder<unknown>> = {
    payroll_id: text('payroll-id'),
    period_label: text('period'),
    employee_number: text('employee-number'),
    ni_number: text('ni-number'),
    name: text('name'),
    first_name: text('first-name'),
    surname: text('surname'),
    benefit: text('benefit'),
    pay_code: text('pay-code'),
    method: text('method'),
    tax_relief_pence: sql`(${text('tax-relief')})::numeric * 100`,
    annual_pence: sql`(${text('annual-amount')})::numeric * 100`,
    effective_from: sql`(${text('effective-from')})::date`,
    effective_to: sql`nullif(${text('effective-to')}, '')::date`,
    adjustment_reason: text('adjustment-reason'),
    original_period: text('original-period'),
  }
  return sql.join(columnNames.map((name) => all[name]))
}

const amount = (pence: 'employee_pence' | 'employer_pence' | 'tax_relief_pence' | 'annual_pence') =>
  sql<string>`(line.${sql.ref(pence)} * 0.01)::text`

/** Each column that a payroll file may show, as text. The query names the line `line`. */
export const textOfField: Readonly<Record<PayrollField, RawBuilder<string>>> = {
  'payroll-id': sql`line.payroll_id`,
  period: sql`line.period_label`,
  'employee-number': sql`line.employee_number`,
  'ni-number': sql`line.ni_number`,
  name: sql`line.name`,
  'first-name': sql`line.first_name`,
  surname: sql`line.surname`,
  benefit: sql`line.benefit`,
  'pay-code': sql`line.pay_code`,
  method: sql`line.method`,
  'change-type': sql`line.change_type`,
  'employee-amount': amount('employee_pence'),
  'employer-amount': amount('employer_pence'),
  'tax-relief': amount('tax_relief_pence'),
  'annual-amount': amount('annual_pence'),
  'effective-from': sql`coalesce(line.effective_from::text, '')`,
  'effective-to': sql`coalesce(line.effective_to::text, '')`,
  'adjustment-reason': sql`line.adjustment_reason`,
  'original-period': sql`line.original_period`,
  'selection-id': sql`coalesce(line.selection_id::text, '')`,
}

/** All columns as JSON, in jsonb's key order, so that PostgreSQL need not sort them for each line. */
export const fieldsOfLine: RawBuilder<PayrollLine> = (() => {
  const inOrder = Object.entries(textOfField).toSorted(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
  const names = inOrder.map(([name]) => name)
  return sql`jsonb_object(${names}::text[], array[${sql.join(inOrder.map(([, text]) => text))}])`
})()
