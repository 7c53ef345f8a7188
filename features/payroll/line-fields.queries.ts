import { type RawBuilder, sql } from 'kysely'
import type { PayrollField } from './payroll-line.rules.ts'
import { payrollMessages } from './payroll.messages.ts'
import type { OpenRun } from './payroll-runs.queries.ts'

/** The columns of a line that the period takes. */
export function fieldsOfTaken({ period }: OpenRun): RawBuilder<unknown> {
  const placeholder = '{period}'
  const all: Record<PayrollField, RawBuilder<unknown>> = {
    'payroll-id': sql`coalesce(payroll_id, '')`,
    period: sql`${period.label}::text`,
    'employee-number': sql`coalesce(employee_number, '')`,
    'ni-number': sql`coalesce(ni_number, '')`,
    name: sql`first_name || ' ' || surname`,
    'first-name': sql`first_name`,
    surname: sql`surname`,
    benefit: sql`benefit`,
    'pay-code': sql`pay_code`,
    method: sql`method`,
    'change-type': sql`change_type`,
    'employee-amount': sql`(employee_pence * 0.01)::text`,
    'employer-amount': sql`(employer_pence * 0.01)::text`,
    'annual-amount': sql`(annual_pence * 0.01)::text`,
    'effective-from': sql`effective_from::text`,
    'effective-to': sql`coalesce(effective_to::text, '')`,
    'adjustment-reason': sql`coalesce(
      replace(${payrollMessages.adjustment(placeholder)}, ${placeholder}, original_period), ''
    )`,
    'original-period': sql`coalesce(original_period, '')`,
    'selection-id': sql`selection_id::text`,
  }
  return fields(all)
}

/** The columns of a line that is gone: as it was, but for what there is to take and what payroll calls the person now. */
export function fieldsOfGone({ period }: OpenRun): RawBuilder<unknown> {
  const nothing = sql`'0.00'`
  const now = fields({
    'payroll-id': sql`coalesce(payroll_id, '')`,
    period: sql`${period.label}::text`,
    'employee-number': sql`coalesce(employee_number, '')`,
    'change-type': sql`change_type`,
    'employee-amount': nothing,
    'employer-amount': nothing,
    'annual-amount': nothing,
  })
  return sql`fields_before || ${now}`
}

/** In the order in which the database keeps them, which spares it sorting them for each line. */
function fields(values: Partial<Record<PayrollField, RawBuilder<unknown>>>): RawBuilder<unknown> {
  const inOrder = Object.entries(values).toSorted(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
  const names = inOrder.map(([name]) => name)
  return sql`jsonb_object(${names}::text[], array[${sql.join(inOrder.map(([, value]) => value))}])`
}
