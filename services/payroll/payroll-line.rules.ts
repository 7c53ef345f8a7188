import { keysOf } from '../../contract/keys-of.ts'

/**
 * `Update`: other yearly amount or method. `Closing`: last deduction. `Closed`: removed, reported once. `Leaver`:
 * ends with employment. `Adjustment`: for an earlier period. `Cancelled`, `Paused`: set by people.
 */
export const changeTypes = [
  'New',
  'Continue',
  'Update',
  'Closing',
  'Closed',
  'Cancelled',
  'Leaver',
  'Paused',
  'Adjustment',
] as const
export type ChangeType = (typeof changeTypes)[number]

type FieldRule = {
  kind: 'text' | 'amount' | 'date'
  /** Column of `payroll_line`: text, pence or a day. */
  column: string
  ifMissing?: string
}

export const payrollFields = {
  'payroll-id': { kind: 'text', column: 'payroll_id' },
  period: { kind: 'text', column: 'period_label' },
  'employee-number': { kind: 'text', column: 'employee_number' },
  'ni-number': { kind: 'text', column: 'ni_number' },
  name: { kind: 'text', column: 'name' },
  'first-name': { kind: 'text', column: 'first_name' },
  surname: { kind: 'text', column: 'surname' },
  benefit: { kind: 'text', column: 'benefit' },
  'pay-code': { kind: 'text', column: 'pay_code' },
  method: { kind: 'text', column: 'method' },
  'change-type': { kind: 'text', column: 'change_type' },
  'employee-amount': { kind: 'amount', column: 'employee_pence' },
  'employer-amount': { kind: 'amount', column: 'employer_pence' },
  'tax-relief': { kind: 'amount', column: 'tax_relief_pence', ifMissing: '0.00' },
  'annual-amount': { kind: 'amount', column: 'annual_pence' },
  'effective-from': { kind: 'date', column: 'effective_from' },
  'effective-to': { kind: 'date', column: 'effective_to' },
  'adjustment-reason': { kind: 'text', column: 'adjustment_reason' },
  'original-period': { kind: 'text', column: 'original_period' },
  'cost-centre': { kind: 'text', column: 'cost_centre', ifMissing: '' },
  location: { kind: 'text', column: 'location', ifMissing: '' },
  'selection-id': { kind: 'text', column: 'selection_id' },
} as const satisfies Record<string, FieldRule>

export type PayrollField = keyof typeof payrollFields
export const payrollFieldNames = keysOf(payrollFields)

/** One payroll line with every column as text: amounts as pounds with two decimals, dates as yyyy-mm-dd, '' for none. */
export type PayrollLine = Record<PayrollField, string>

export type PayrollFormat = {
  columns: readonly { heading: string; field: PayrollField }[]
  delimiter: ',' | ';' | '|' | '\t'
  dates: 'yyyy-mm-dd' | 'dd/mm/yyyy'
  byteOrderMark: boolean
  /** {payroll}, {year}, {month} (two digits) and {period} are filled in. */
  fileName: string
}
