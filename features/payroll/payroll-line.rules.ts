/**
 * What payroll is to do with a line, against the run before:
 * `New` it was not there · `Continue` the same a year under the same method, though a share may differ by a penny ·
 * `Update` another amount a year or method · `Closing` its last pay · `Closed` it is gone, told once with nothing to take ·
 * `Leaver` its last pay, or that it is gone, because the employment ended; told once · `Adjustment` it belongs to an earlier
 * period. `Cancelled` and `Paused` are given by people.
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

/** What each column of a payroll line holds: text, an amount in pounds, or a date. */
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

/** One payroll line, every column as text: amounts as pounds with two decimals, dates as yyyy-mm-dd, '' for nothing. */
export type PayrollLine = Record<PayrollField, string>

/** How a payroll wants its file, as the scheme's data have it. */
export type PayrollFormat = {
  columns: readonly { heading: string; field: PayrollField }[]
  delimiter: ',' | ';' | '|' | '\t'
  dates: 'yyyy-mm-dd' | 'dd/mm/yyyy'
  byteOrderMark: boolean
  /** {payroll}, {year}, {month} (two digits) and {period} are filled in. */
  fileName: string
}
