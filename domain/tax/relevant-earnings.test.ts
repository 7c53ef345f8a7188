import { describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import {
  type Earnings,
  voucherEstimateDay,
  isVoucherCapped,
  memberUntil,
  partYearOf,
  relevantEarnings,
  taxYearStart,
} from './relevant-earnings.rules.ts'
import type { TaxTable } from './tax-table.ts'
import { readTaxTables } from '../../services/payroll/tax-tables.queries.ts'

const day = (text: string) => isoDate.parse(text)
const nothing: Earnings = {
  salary: 0n,
  other: 0n,
  taxableBenefits: 0n,
  pension: 0n,
  sacrificedPension: 0n,
  payrollGiving: 0n,
}
const [, newest] = readTaxTables()
if (!newest) throw new Error('There are tables of two tax years')
const caps = newest.childcareVouchers

function yearWith({ allowance, basic, higher }: Record<'allowance' | 'basic' | 'higher', string>): TaxTable {
  if (!newest) throw new Error('There are tables of two tax years')
  const [first, second, third] = newest.incomeTax.rUK.bands
  if (!first || !second || !third) throw new Error('There are three bands')
  const bands = [
    { ...first, upTo: basic },
    { ...second, from: basic, upTo: higher },
    { ...third, from: higher },
  ]
  return {
    ...newest,
    personalAllowance: { ...newest.personalAllowance, amount: allowance },
    incomeTax: { ...newest.incomeTax, rUK: { ...newest.incomeTax.rUK, bands } },
  }
}
const of2011 = yearWith({ allowance: '7475', basic: '35000', higher: '150000' })

describe("HMRC's examples of relevant earnings", () => {
  it('EIM16058 example 1: Jane joined on 1 August 2011, so 32,000 × 365 / 249 − 9,475 is £37,432', () => {
    const started = day('2011-08-01')
    const partYear = partYearOf(started, taxYearStart(started))
    expect(partYear).toEqual({ months: { parts: 8 * 31, of: 31 }, days: 249 })
    // A month has pay of £3,200, benefits of £800, and £250 of pension under a net pay arrangement.
    const jane = { ...nothing, salary: 38_400_00n, taxableBenefits: 9_600_00n, pension: 3_000_00n }
    const earnings = relevantEarnings(jane, of2011, partYear)
    expect(earnings).toMatchObject({
      joined: { paid: 32_000_00n, asYear: 46_907_63n },
      pension: 2_000_00n,
      allowance: 7_475_00n,
      amount: 37_432_63n,
      band: 'higher',
    })
    expect([caps.weekly[earnings.band], caps.monthly[earnings.band]]).toEqual(['28', '124'])
  })

  it('EIM16055: guaranteed bonuses, overtime, commission and allowances are added to the salary', () => {
    const earnings = relevantEarnings({ ...nothing, salary: 49_000_00n, other: 1_270_01n }, newest)
    expect([earnings.amount, earnings.band]).toEqual([37_700_01n, 'higher'])
  })

  // Source: HMRC, Employer Supported Childcare guidance of May 2011: "not exceeding £42,475", "greater than £42,475 but
  // less than £150,000" and "£150,000 or more".
  it.each([
    [42_475_00n, 'basic'],
    [42_475_01n, 'higher'],
    [149_999_99n, 'higher'],
    [157_475_00n, 'additional'],
  ] as const)('2011 to 2012: %d pence of relevant earnings are in the %s band', (salary, band) => {
    expect(relevantEarnings({ ...nothing, salary }, of2011).band).toBe(band)
  })

  it('EIM16056 (f): no allowance is deducted from earnings of £150,000 or more after all other deductions', () => {
    const salary = 152_000_00n
    expect(relevantEarnings({ ...nothing, salary }, newest)).toMatchObject({ allowance: 0n, amount: salary })
    const pension = 2_000_01n
    expect(relevantEarnings({ ...nothing, salary, pension }, newest)).toMatchObject({
      allowance: 12_570_00n,
      amount: 137_429_99n,
    })
  })

  it('EIM16053, EIM22012: £55, £28 and £25 a week are £243, £124 and £110 a month', () => {
    expect(caps.weekly).toEqual({ basic: '55', higher: '28', additional: '25' })
    const aMonth = Object.values(caps.weekly).map((weekly) => String(Math.round((Number(weekly) * 53) / 12)))
    expect(Object.values(caps.monthly)).toEqual(aMonth)
  })

  it('EIM16057: vouchers since June 2010 have no lower limit, so £55 of £60 a week is exempt', () => {
    expect([isVoucherCapped(day('2010-06-01')), isVoucherCapped(day('2011-04-05'))]).toEqual([false, false])
    expect([isVoucherCapped(day('2011-04-06')), isVoucherCapped(undefined)]).toEqual([true, true])
    expect(60 - Number(caps.weekly.basic)).toBe(5)
  })

  it('ITEPA 2003 s 270A(7) and HMRC EIM22011: a year has 52 tax weeks, and a day or two at its end form another', () => {
    expect(memberUntil(day('2026-04-06'))).toBe('2027-04-05')
    expect(memberUntil(day('2027-04-05'))).toBe('2028-04-03')
    // 2027 to 2028 contains 29 February, so its last tax week has two days.
    expect(memberUntil(day('2028-04-05'))).toBe('2029-04-04')
  })

  it('Fideliti (a voucher provider): after vouchers of November 2022, the next must be for October 2023 at the latest', () => {
    const until = memberUntil(day('2022-11-30'))
    expect(until).toBe('2023-11-29')
    expect([until >= '2023-10-31', until >= '2023-11-30']).toEqual([true, false])
  })

  // Source: Sodexo (a voucher provider), 2024 to 2025, based on HMRC's guidance: the basic rate ends at £50,270. A pay
  // rise within the year needs no new assessment.
  it.each([
    [50_270_00n, '243'],
    [50_270_01n, '124'],
  ] as const)('Basic Earnings Assessment 2024 to 2025: earnings of %d pence allow £%s a month', (salary, monthly) => {
    expect(caps.monthly[relevantEarnings({ ...nothing, salary }, newest).band]).toBe(monthly)
  })
})

describe('estimate of a tax year', () => {
  it.each([
    // People who joined in an earlier year are assessed on 6 April. Vouchers from 1 April come with April's pay.
    ['2026-12-01', '2025-09-01', '2026-04-06'],
    ['2027-03-31', '2025-09-01', '2026-04-06'],
    ['2027-04-01', '2025-09-01', '2027-04-06'],
    // People who join within the year are assessed on the day of joining.
    ['2026-12-01', '2026-09-01', '2026-09-01'],
    ['2026-12-01', undefined, '2026-12-01'],
    ['2026-04-01', undefined, '2026-04-06'],
  ])('for vouchers from %s of a member since %s uses the facts on %s', (from, member, on) => {
    expect(voucherEstimateDay(day(from), member === undefined ? undefined : day(member))).toBe(on)
  })

  it.each([
    ['2026-04-06', undefined],
    ['2026-03-15', undefined],
    ['2026-04-07', { months: { parts: 11 * 30 + 24, of: 30 }, days: 364 }],
    ['2026-08-16', { months: { parts: 7 * 31 + 16, of: 31 }, days: 233 }],
    ['2027-03-31', { months: { parts: 1, of: 31 }, days: 6 }],
    ['2027-04-01', undefined],
  ])('for an employment from %s counts these months and days of the tax year 2026 to 2027', (started, part) => {
    expect(partYearOf(day(started), day('2026-04-06'))).toEqual(part)
  })

  it('annualises sacrificed pension contributions with pay, and no other contribution', () => {
    const partYear = partYearOf(day('2026-10-01'), day('2026-04-06'))
    const salary = 60_000_00n
    const pension = 6_000_00n
    // 27,000.00 × 365 / 187; 30,000.00 × 365 / 187 − 3,000.00
    expect(
      relevantEarnings({ ...nothing, salary, pension, sacrificedPension: pension }, newest, partYear),
    ).toMatchObject({ joined: { paid: 27_000_00n, asYear: 52_700_53n }, pension: 0n, amount: 40_130_53n })
    expect(relevantEarnings({ ...nothing, salary, pension }, newest, partYear)).toMatchObject({
      joined: { paid: 30_000_00n, asYear: 58_556_15n },
      pension: 3_000_00n,
      amount: 42_986_15n,
    })
  })
})
