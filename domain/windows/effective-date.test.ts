import { describe, expect, it } from 'vitest'
import { addDays, isoDate } from '../../contract/dates.ts'
import {
  type EffectiveRule,
  effectiveDate,
  firstPeriodReached,
  payDaysLeft,
  firstPayText,
} from './effective-date.rules.ts'
import { monthlyPeriods } from '../../features/selections/periods.samples.ts'

const day = (date: string) => isoDate.parse(date)
const schemeYear = { from: day('2026-04-01'), to: day('2027-03-31') }
const periods = monthlyPeriods('2026-04', 24)

describe('first day of a choice', () => {
  it.each<[EffectiveRule, string, string]>([
    ['same-day', '2026-11-21', '2026-11-21'],
    ['next-month', '2026-11-01', '2026-12-01'],
    ['next-month', '2026-12-31', '2027-01-01'],
    ['next-month', '2028-02-29', '2028-03-01'],
    ['next-month', '2026-02-28', '2026-04-01'],
    ['event-date', '2026-11-21', '2026-11-03'],
    ['scheme-year-start', '2026-03-15', '2026-04-01'],
    ['scheme-year-start', '2026-04-01', '2026-04-01'],
    ['scheme-year-start', '2026-04-02', '2026-05-01'],
    ['scheme-year-start', '2026-04-05', '2026-05-01'],
  ])('%s, made on %s: %s', (rule, madeOn, expected) => {
    expect(effectiveDate({ rule, madeOn: day(madeOn), schemeYear, eventDate: day('2026-11-03') })).toBe(expected)
  })

  it('is never before the first day of employment, even for an earlier event', () => {
    const from = (rule: EffectiveRule, joinedOn: string) =>
      effectiveDate({
        rule,
        madeOn: day('2026-11-21'),
        schemeYear,
        eventDate: day('2026-11-03'),
        joinedOn: day(joinedOn),
      })
    expect(from('event-date', '2026-11-16')).toBe('2026-11-16')
    expect(from('event-date', '2026-11-02')).toBe('2026-11-03')
    expect(from('next-month', '2026-12-07')).toBe('2026-12-07')
    expect(from('next-month', '2026-11-30')).toBe('2026-12-01')
  })
})

describe('first pay period that deducts a choice', () => {
  const recurring = { kind: 'recurring' } as const
  const reached = (
    today: string,
    effectiveFrom: string,
    spread: Parameters<typeof firstPeriodReached>[0]['spread'] = recurring,
  ) => firstPeriodReached({ periods, effectiveFrom: day(effectiveFrom), spread, today: day(today) })

  it('is in the month of its first day, if that month is still open', () => {
    expect(firstPayText(reached('2026-12-10', '2026-12-01'))).toBe('This change reaches your pay in December 2026')
  })

  it('is in the next open month after the cut-off', () => {
    expect(firstPayText(reached('2026-12-11', '2026-12-01'))).toBe('This change reaches your pay in January 2027')
  })

  it('is in the month of the choice for an order; for cover, it is the first month that begins while the cover is in force', () => {
    expect(reached('2026-11-05', '2026-11-05', { kind: 'instalments', count: 12 })?.label).toBe('November 2026')
    expect(reached('2026-11-05', '2026-11-05')?.label).toBe('December 2026')
  })

  it("is in the month of the order's first day; for cover, it is in the month of the next period", () => {
    expect(reached('2026-11-05', '2026-11-30', { kind: 'rest-of-year' })?.label).toBe('November 2026')
    expect(reached('2026-11-05', '2026-12-01', { kind: 'rest-of-year' })?.label).toBe('December 2026')
    expect(reached('2026-11-05', '2026-12-01')?.label).toBe('December 2026')
    expect(reached('2026-11-05', '2026-12-02')?.label).toBe('January 2027')
  })

  it('skips a locked month', () => {
    const locked = periods.map((period) => ({ ...period, locked: period.label === 'December 2026' }))
    expect(
      firstPeriodReached({
        periods: locked,
        effectiveFrom: day('2026-12-01'),
        spread: recurring,
        today: day('2026-12-01'),
      })?.label,
    ).toBe('January 2027')
  })

  it('is replaced by a message if no pay day is planned', () => {
    expect(firstPayText(reached('2029-01-01', '2029-01-01'))).toBe(
      'No pay day is planned yet that this change can reach',
    )
  })

  it('includes the number of pay days left in the scheme year', () => {
    const left = (today: string, from: string) =>
      payDaysLeft({ periods, effectiveFrom: day(from), schemeYear, today: day(today) })
    expect(left('2026-03-20', '2026-04-01')).toBe(12)
    expect(left('2026-11-21', '2026-12-01')).toBe(4)
    expect(left('2026-12-11', '2026-12-01')).toBe(3)
    expect(left('2027-03-25', '2027-03-01')).toBe(1)
  })

  it('counts a pay day on the last day of the scheme year, and none after that day', () => {
    const endingOn = (to: string) =>
      payDaysLeft({
        periods,
        effectiveFrom: day('2026-04-01'),
        schemeYear: { to: day(to) },
        today: day('2026-03-20'),
      })
    const last = periods[11]?.payOn ?? ''
    expect(last).toMatch(/^2027-03-/)
    expect([endingOn(last), endingOn(addDays(day(last), -1))]).toEqual([12, 11])
  })
})
