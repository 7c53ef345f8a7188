import { describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { ageBandFor, rateTable, rateTableOn, rowFor } from './rate-table.ts'

const table = rateTable.parse({
  code: 'life',
  effectiveFrom: '2026-04-01',
  source: 'Quotation of 3 February 2026',
  columns: ['age_from', 'age_to', 'rate'],
  rows: [
    { age_from: '16', age_to: '29', rate: '0.41' },
    { age_from: '30', age_to: '34', rate: '0.62' },
  ],
})

describe('rate table', () => {
  it('applies from its date until the next version', () => {
    const next = { ...table, effectiveFrom: isoDate.parse('2027-04-01') }
    const on = (date: string) => rateTableOn([next, table], 'life', isoDate.parse(date))?.effectiveFrom
    expect([on('2026-03-31'), on('2026-04-01'), on('2027-03-31'), on('2027-04-01')]).toEqual([
      undefined,
      '2026-04-01',
      '2026-04-01',
      '2027-04-01',
    ])
    expect(rateTableOn([table], 'other', isoDate.parse('2026-04-01'))).toBeUndefined()
  })

  it('includes both the lowest and the highest age of a band', () => {
    expect([15, 16, 29, 30, 34, 35].map((age) => ageBandFor(table, age)?.rate)).toEqual([
      undefined,
      '0.41',
      '0.41',
      '0.62',
      '0.62',
      undefined,
    ])
  })

  it('finds the row that matches all keys', () => {
    expect(rowFor(table, { age_from: '30' })?.rate).toBe('0.62')
    expect(rowFor(table, { age_from: '30', age_to: '29' })).toBeUndefined()
  })

  it('refuses a row with a missing or an extra column', () => {
    const faults = (rows: Record<string, string>[]) =>
      rateTable.safeParse({ ...table, rows }).error?.issues.map((issue) => issue.message)
    expect(faults([{ age_from: '16', age_to: '29' }])).toEqual(['Row 1 must have the columns age_from, age_to, rate'])
    expect(faults([...table.rows, { age_from: '16', age_to: '29', rate: '1', note: 'x' }])).toEqual([
      'Row 3 must have the columns age_from, age_to, rate',
    ])
  })
})
