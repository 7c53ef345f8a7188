import { describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { deductionSchedule, type VersionInForce, type FinalDeduction } from './deductions.rules.ts'
import type { PartPeriod } from '../../domain/definition/definition.ts'

const day = (date: string) => isoDate.parse(date)
const months = [
  ['2026-05-01', '2026-05-31'],
  ['2026-06-01', '2026-06-30'],
  ['2026-07-01', '2026-07-31'],
  ['2026-08-01', '2026-08-31'],
].map(([from = '', to = ''], index) => ({
  id: from.slice(0, 7),
  number: index + 2,
  label: from.slice(0, 7),
  startsOn: day(from),
  endsOn: day(to),
  cutOffOn: day(`${to.slice(0, 7)}-18`),
  payOn: day(`${to.slice(0, 7)}-28`),
  locked: false,
  frequency: 'monthly' as const,
}))
/** 5% of £30,000 from the employee, and the same amount from the employer. */
const parts: VersionInForce['parts'] = (['employee', 'employer'] as const).map((payer) => ({
  payer,
  taxMethod: payer === 'employee' ? ('sacrifice' as const) : ('employer-only' as const),
  payCode: payer === 'employee' ? 'PENSS' : 'PENER',
  total: 1500_00n,
  spread: { kind: 'recurring' as const },
  shares: Array.from({ length: 12 }, () => 125_00n),
}))

function taken(versions: readonly VersionInForce[], today = '2026-05-01', before: readonly FinalDeduction[] = []) {
  const { lines } = deductionSchedule({
    versions,
    periods: months,
    today: day(today),
    schemeYears: [{ from: day('2026-04-06'), to: day('2027-04-05') }],
    paidHereFrom: day('2026-04-06'),
    taken: before,
  })
  return lines.flatMap(({ periodId, originalPeriodId, payCode, employee }) =>
    payCode === 'PENSS' ? [[periodId, originalPeriodId ?? null, Number(employee) / 100]] : [],
  )
}
const joins = (partPeriod: PartPeriod, more: Partial<VersionInForce> = {}): VersionInForce => ({
  version: 1,
  effectiveFrom: day('2026-06-10'),
  beganOn: day('2026-06-10'),
  partPeriod,
  parts,
  ...more,
})

describe('5% of £30,000 from 10 June (worked examples d and e)', () => {
  it.each([
    ['calendar-days', 87.5],
    ['working-days', 85.23],
    ['260ths', 86.54],
    ['whole-period', 125],
  ] as const)('charged by %s deducts £%d in June, and £125.00 from July', (partPeriod, june) => {
    expect(taken([joins(partPeriod)])).toEqual([
      ['2026-06', null, june],
      ['2026-07', null, 125],
      ['2026-08', null, 125],
    ])
  })

  it('charged from the next period deducts nothing in June', () => {
    expect(taken([joins('from-next-period')])).toEqual([
      ['2026-07', null, 125],
      ['2026-08', null, 125],
    ])
  })

  it.each([
    ['calendar-days', 87.5],
    ['working-days', 85.23],
    ['260ths', 86.54],
    ['whole-period', 125],
    ['from-next-period', 0],
  ] as const)('charged by %s is refunded in July if the membership from June never began', (partPeriod, june) => {
    const never = joins(partPeriod, { until: day('2026-06-10'), stopped: true })
    // Three opt-outs: on 20 June before the run, on 5 July after June's run, and after July's cut-off.
    expect(taken([never])).toEqual([])
    const line = (periodId: string, pounds: number) => ({
      periodId,
      version: 1,
      payCode: 'PENSS',
      employee: BigInt(Math.round(pounds * 100)),
      employer: 0n,
    })
    const back = (period: string, original: string, pounds: number) => (pounds ? [[period, original, -pounds]] : [])
    expect(taken([never], '2026-07-05', [line('2026-06', june)])).toEqual(back('2026-07', '2026-06', june))
    expect(taken([never], '2026-07-19', [line('2026-06', june), line('2026-07', 125)])).toEqual([
      ...back('2026-08', '2026-06', june),
      ['2026-08', '2026-07', -125],
    ])
  })

  it('is deducted in July if June is already locked', () => {
    expect(taken([joins('calendar-days')], '2026-06-25')).toEqual([
      ['2026-07', '2026-06', 87.5],
      ['2026-07', null, 125],
      ['2026-08', null, 125],
    ])
  })

  it('charges each day once, at the price of that day, if pay rises in June', () => {
    const higher = parts.map((part) => ({ ...part, total: 3000_00n, shares: part.shares.map((share) => share * 2n) }))
    const before = joins('calendar-days', { until: day('2026-06-20') })
    const after = joins('calendar-days', { version: 2, effectiveFrom: day('2026-06-20'), parts: higher })
    // 10 of 30 days at the first price and 11 of 30 days at the second.
    expect(taken([before, after]).filter(([period]) => period === '2026-06')).toEqual([
      ['2026-06', null, 41.67],
      ['2026-06', null, 91.67],
    ])
  })

  it('charges the last period of a leaver by days', () => {
    const leaving = { lastPeriod: 'whole', owed: 'settle' } as const
    const left = (partPeriod: PartPeriod) =>
      taken([joins(partPeriod, { until: day('2026-08-11'), stopped: true, leaving })]).at(-1)
    expect(left('calendar-days')).toEqual(['2026-08', null, 40.32])
    expect(left('working-days')).toEqual(['2026-08', null, 35.71])
    expect(left('from-next-period')).toEqual(['2026-08', null, 125])
  })
})

it('a working day costs 1/265 of a yearly price in a year with 53 weekly periods, but 1/260 of a percentage of pay', () => {
  const [own] = parts
  if (!own) throw new Error('There is a part of the employee')
  const june = { startsOn: day('2026-06-08'), endsOn: day('2026-06-14') }
  const week = { ...june, id: 'week', number: 10, label: 'Week 10', cutOffOn: june.endsOn, payOn: june.endsOn }
  const joined = (payDays: number) => {
    const shares = Array.from({ length: payDays }, () => own.total / BigInt(payDays))
    const { lines } = deductionSchedule({
      versions: [joins('260ths', { payDaysAYear: 52, parts: [{ ...own, shares }] })],
      periods: [{ ...week, locked: false, frequency: 'weekly' }],
      today: day('2026-06-01'),
      schemeYears: [{ from: day('2026-04-06'), to: day('2027-04-05') }],
      paidHereFrom: day('2026-04-06'),
    })
    return lines.map(({ employee }) => employee)
  }
  // Wednesday to Friday cost three fifths of a week. At £1,500.00 a year, a week is £28.30 of 53 or £28.85 of 52.
  expect([joined(53), joined(52)]).toEqual([[16_98n], [17_31n]])
})
