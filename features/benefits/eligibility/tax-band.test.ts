import { expect, it } from 'vitest'
import { isoDate } from '../../../contract/dates.ts'
import { readTaxTables } from '../../take-home/tax-tables.queries.ts'
import { taxBandOn } from './tax-band.rules.ts'

const tables = readTaxTables()
const on = isoDate.parse('2026-12-01')

it.each([
  [0n, 'basic'],
  [45_000_00n, 'basic'],
  // 12,570 + 37,700
  [50_270_00n, 'basic'],
  [50_270_01n, 'higher'],
  [110_000_00n, 'higher'],
  // No allowance is left at 125,140.
  [125_140_00n, 'higher'],
  [125_140_01n, 'additional'],
] as const)('a salary of %d pence is in the %s band', (salary, band) => {
  expect(taxBandOn({ salary, on, tables })).toEqual({ taxBand: band })
})

it('says nothing for a date before the limits it knows, and goes on with the last ones after them', () => {
  expect(taxBandOn({ salary: 60_000_00n, on: isoDate.parse('2020-01-01'), tables })).toEqual({})
  expect(taxBandOn({ salary: 60_000_00n, on: isoDate.parse('2028-02-29'), tables })).toEqual({ taxBand: 'higher' })
})
