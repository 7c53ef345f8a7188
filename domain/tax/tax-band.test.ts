import { expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { readTaxTables } from '../../services/payroll/tax-tables.queries.ts'
import { taxBandOn } from './tax-band.rules.ts'

const tables = readTaxTables()
const on = isoDate.parse('2026-12-01')
const earning = (salary: bigint, more: Partial<Parameters<typeof taxBandOn>[0]['earnings']> = {}) => ({
  salary,
  other: 0n,
  taxableBenefits: 0n,
  pension: 0n,
  sacrificedPension: 0n,
  payrollGiving: 0n,
  ...more,
})

it.each([
  [0n, 'basic'],
  [45_000_00n, 'basic'],
  // 12,570 + 37,700
  [50_270_00n, 'basic'],
  [50_270_01n, 'higher'],
  // The allowance is not tapered, so the limit is 12,570 + 125,140.
  [137_710_00n, 'higher'],
  [137_710_01n, 'additional'],
  [149_999_99n, 'additional'],
  [150_000_00n, 'additional'],
] as const)('a salary of %d pence is in the %s band', (salary, band) => {
  expect(taxBandOn({ earnings: earning(salary), on, tables })).toMatchObject({ taxBand: band })
})

it.each([
  // Sources: worked examples f and g of the design; HMRC EIM16054 to EIM16058.
  [
    earning(52_000_00n, { pension: 5_200_00n }),
    'basic',
    'salary £52,000.00, less pension £5,200.00, less personal allowance £12,570.00, in total £34,230.00',
  ],
  [
    earning(53_500_00n, { taxableBenefits: 738_72n }),
    'higher',
    'salary £53,500.00, plus taxable benefits £738.72, less personal allowance £12,570.00, in total £41,668.72',
  ],
  [
    earning(160_000_00n, { pension: 5_000_00n, payrollGiving: 1_200_00n }),
    'additional',
    'salary £160,000.00, less pension £5,000.00, less payroll giving £1,200.00, in total £153,800.00',
  ],
  // Up to £150,000, relevant earnings for vouchers are always calculated with the full personal allowance.
  [
    earning(152_000_00n, { pension: 16_000_00n }),
    'higher',
    'salary £152,000.00, less pension £16,000.00, less personal allowance £12,570.00, in total £123,430.00',
  ],
] as const)('the relevant earnings are calculated in steps: %#', (earnings, taxBand, why) => {
  const said = taxBandOn({ earnings, on, tables })
  expect(said.taxBand).toBe(taxBand)
  expect(said.taxBandBecause?.split('. ')[0]).toBe(`Your limit depends on your relevant earnings: ${why}`)
})

it('there are no limits before the first tax tables, and the last tables apply after their end', () => {
  const earnings = earning(60_000_00n)
  expect(taxBandOn({ earnings, on: isoDate.parse('2020-01-01'), tables })).toEqual({})
  expect(taxBandOn({ earnings, on: isoDate.parse('2028-02-29'), tables })).toMatchObject({ taxBand: 'higher' })
})

it('the calculation shows the effect of the joining year, guaranteed pay and early membership, with the source', () => {
  const earnings = earning(60_000_00n, { other: 1_200_00n, pension: 6_000_00n, sacrificedPension: 6_000_00n })
  const startedOn = isoDate.parse('2026-10-01')
  expect(taxBandOn({ earnings, on, startedOn, tables })).toEqual({
    taxBand: 'higher',
    taxBandBecause:
      'Your limit depends on your relevant earnings: salary £60,000.00, plus other contractual pay £1,200.00, ' +
      'less pension £6,000.00, which is £27,600.00 from your first day until 5 April 2027, multiplied by 365 and divided by 187 days: £53,871.66, ' +
      'less personal allowance £12,570.00, in total £41,301.66. This is above £37,700.00, in the higher rate of tax. ' +
      'These earnings were estimated for 1 December 2026 and are fixed until the next 6 April (HMRC manual EIM16054)',
  })
  expect(taxBandOn({ earnings, on, startedOn, memberSince: isoDate.parse('2010-06-01'), tables })).toEqual({
    taxBand: 'basic',
    taxBandBecause:
      'You have been a member since 1 June 2010, before 6 April 2011, so your limit is the same at every rate of tax ' +
      '(HMRC manual EIM16057)',
  })
})
