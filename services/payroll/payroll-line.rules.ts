/**
 * How a line changed since the previous run: `New` it did not exist · `Continue` same yearly amount and method, though a share
 * may differ by a penny · `Update` other yearly amount or method · `Closing` last deduction · `Closed` removed, reported once
 * with nothing to deduct · `Leaver` last deduction or removal because employment ended, reported once · `Adjustment` belongs to
 * an earlier period. `Cancelled` and `Paused` are set by people.
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

export const payrollFields = {
  'payroll-id': 'text',
  period: 'text',
  'employee-number': 'text',
  'ni-number': 'text',
  name: 'text',
  'first-name': 'text',
  surname: 'text',
  benefit: 'text',
  'pay-code': 'text',
  method: 'text',
  'change-type': 'text',
  'employee-amount': 'amount',
  'employer-amount': 'amount',
  'tax-relief': 'amount',
  'annual-amount': 'amount',
  'effective-from': 'date',
  'effective-to': 'date',
  'adjustment-reason': 'text',
  'original-period': 'text',
  'selection-id': 'text',
} as const satisfies Record<string, 'text' | 'amount' | 'date'>
export type PayrollField = keyof typeof payrollFields

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
