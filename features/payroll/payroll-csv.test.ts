import { describe, expect, it } from 'vitest'
import { readCsv } from '../../platform/csv.ts'
import { penceFromDigits } from '../../domain/pricing/money.ts'
import { type PayrollFile, payrollFile } from './payroll-csv.server.ts'
import type { PayrollFormat } from '../../services/payroll/payroll-line.rules.ts'
import type { PayrollLine } from '../../services/payroll/payroll-line.rules.ts'
import { samplePayrollLine as line } from './payroll.samples.ts'

const format: PayrollFormat = {
  columns: [
    { heading: 'Employee', field: 'employee-number' },
    { heading: 'Name', field: 'name' },
    { heading: 'Pay code', field: 'pay-code' },
    { heading: 'Change', field: 'change-type' },
    { heading: 'Employee amount', field: 'employee-amount' },
    { heading: 'Employer amount', field: 'employer-amount' },
    { heading: 'From', field: 'effective-from' },
    { heading: 'To', field: 'effective-to' },
  ],
  delimiter: ',',
  dates: 'dd/mm/yyyy',
  byteOrderMark: true,
  fileName: '{payroll}-{year}-{month}.csv',
}
const run = { payroll: 'northgate-monthly', year: 2026, month: 12, period: 'December 2026' }

function fileOf(lines: PayrollLine[], { as = format, of = run } = {}) {
  const file = payrollFile(as, of)
  const text = file.headings + lines.map((one) => file.rows(sent([one], file))).join('')
  return { fileName: file.fileName, bytes: new TextEncoder().encode(text) }
}
const sent = (lines: readonly PayrollLine[], { fields, marks }: PayrollFile) =>
  lines.map((line) => fields.map((field) => line[field]).join(marks.column)).join(marks.line)
const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

describe('payroll file', () => {
  it('has a byte order mark, its columns in the defined order, amounts with two decimals and UK dates', () => {
    const { bytes, fileName } = fileOf([line()])
    expect(fileName).toBe('northgate-monthly-2026-12.csv')
    expect(textOf(bytes)).toBe(
      '\uFEFFEmployee,Name,Pay code,Change,Employee amount,Employer amount,From,To\r\n000123,Amelia Hart,DENT,New,38.60,0.00,01/12/2026,\r\n',
    )
    expect(bytes.slice(0, 3)).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf))
  })

  it('uses the columns, delimiter and dates of its format', () => {
    const german: PayrollFormat = {
      ...format,
      columns: [
        { heading: 'Amount', field: 'annual-amount' },
        { heading: 'From', field: 'effective-from' },
      ],
      delimiter: ';',
      dates: 'yyyy-mm-dd',
      byteOrderMark: false,
    }
    expect(textOf(fileOf([line()], { as: german }).bytes)).toBe('Amount;From\r\n463.20;2026-12-01\r\n')
  })

  it('stores text so that spreadsheets do not run it as a formula, but negative amounts as numbers', () => {
    const odd = { 'employee-number': '+44', name: '=HYPERLINK("x") O\'Neil, Ñuñez', 'employee-amount': '-43.27' }
    const [, row] = textOf(fileOf([line(odd)]).bytes).split('\r\n')
    expect(row).toBe(`'+44,"'=HYPERLINK(""x"") O'Neil, Ñuñez",DENT,New,-43.27,0.00,01/12/2026,`)
  })

  it('can be read back with the same contents', () => {
    const odd = line({ 'employee-number': '-', name: '@cmd line\nbreak' })
    const { rows, faults } = readCsv(textOf(fileOf([odd]).bytes))
    expect(faults).toEqual([])
    expect(rows[0]?.cells).toMatchObject({ Employee: '-', Name: '@cmd line\nbreak', 'Employee amount': '38.60' })
  })

  it('has the same bytes for the same lines in any order, and contains the sums of the lines', () => {
    const lines = [
      line(),
      line({ 'employee-amount': '-43.27', 'employer-amount': '0.01' }),
      line({ 'employee-amount': '83.34' }),
    ]
    const atOnce = payrollFile(format, run)
    const bytes = new TextEncoder().encode(atOnce.headings + atOnce.rows(sent(lines, atOnce)))
    expect(fileOf(lines).bytes).toEqual(bytes)
    const { rows } = readCsv(textOf(bytes))
    const sumOf = (heading: string) => rows.reduce((sum, { cells }) => sum + penceFromDigits(cells[heading] ?? ''), 0n)
    expect([rows.length, sumOf('Employee amount'), sumOf('Employer amount')]).toEqual([3, 78_67n, 1n])
  })

  it('has a file name without parts of a path and without spaces', () => {
    expect(fileOf([], { of: { ...run, payroll: '../../etc/x' } }).fileName).toBe('..-..-etc-x-2026-12.csv')
    expect(fileOf([], { of: { ...run, payroll: 'Period 9' } }).fileName).toBe('Period-9-2026-12.csv')
  })
})
