import { describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { recomputeSteps } from '../pricing/trace.ts'
import { checkMinimumWage, daysToCheckWage, payToRise } from './minimum-wage.rules.ts'
import { takeHomeMessages } from './take-home.messages.ts'
import { samplePayFacts, inTaxYear, samplePayChange } from '../../features/take-home/take-home.samples.ts'
import { readTaxTables } from '../../services/payroll/tax-tables.queries.ts'

const tables = readTaxTables()

function check(
  facts: ReturnType<typeof samplePayFacts>,
  changes = [samplePayChange('sacrifice', 0.01)],
  on = inTaxYear,
) {
  return checkMinimumWage({ tables, facts, changes, on })
}

describe('pay compared with the minimum wage', () => {
  it.each([
    ['37.5', 24_784.5, '£24,784.50'],
    ['40', 26_436.8, '£26,436.80'],
  ])(
    'may be exactly the minimum wage for ages 21 and over: %s hours, £%d a year [case J]',
    (weeklyHours, floor, told) => {
      expect(check(samplePayFacts(floor + 0.01, { weeklyHours })).outcome).toBe('kept')
      const below = check(samplePayFacts(floor, { weeklyHours }))
      expect(below).toMatchObject({ outcome: 'below', floor: BigInt(Math.round(floor * 100)) })
      expect(below).toMatchObject({ sentence: expect.stringContaining(told) })
    },
  )

  it('is reduced by all pay given up before National Insurance, but not by later deductions or additions', () => {
    const facts = samplePayFacts(26_000)
    const later = [
      samplePayChange('net-deduction', 9000),
      samplePayChange('net-pay', 9000),
      samplePayChange('employer-only', 9000, { payer: 'employer' }),
      samplePayChange('taxable-pay', -9000),
    ]
    expect(check(facts, later).outcome).toBe('kept')
    // £26,000.00 less £24,784.50 is £1,215.50.
    const both = [samplePayChange('sacrifice', 1000), samplePayChange('sacrifice-opra', 215.5)]
    expect(check(facts, [...both, ...later]).outcome).toBe('kept')
    const below = check(facts, [...both, samplePayChange('sacrifice', 0.01), ...later])
    expect(below).toMatchObject({ outcome: 'below', payAfter: 24_784_49n, floor: 24_784_50n })
    const { steps } = below as Extract<typeof below, { outcome: 'below' }>
    expect(recomputeSteps(steps)).toEqual(expect.arrayContaining(['24784.50', '24784.49']))
  })

  it.each([
    // The minimum wage of £12.71, £10.85 or £8.00 for 37.5 hours a week.
    ['2005-12-01', 24_784_50n],
    ['2005-12-02', 21_157_50n],
    ['2008-12-01', 21_157_50n],
    ['2008-12-02', 15_600_00n],
  ])('is compared with the minimum wage for the age: born on %s', (dateOfBirth, floor) => {
    expect(check(samplePayFacts(1000, { dateOfBirth: isoDate.parse(dateOfBirth) }))).toMatchObject({ floor })
  })

  it.each([
    // The apprentice rate of £8.00 applies up to age 18, and in the first year of the apprenticeship.
    ['18, in the third year', '2008-06-12', '2024-12-01', 15_600_00n],
    ['19, on the last day of the first year', '2007-12-01', '2025-12-02', 15_600_00n],
    ['19, in the second year', '2007-12-01', '2025-12-01', 21_157_50n],
    ['30, in the first year', '1996-12-01', '2026-12-01', 15_600_00n],
    ['30, who begins tomorrow', '1996-12-01', '2026-12-02', 24_784_50n],
  ])('is compared with the minimum wage of apprentices at %s', (_, dateOfBirth, since, floor) => {
    const apprenticeSince = isoDate.parse(since)
    expect(check(samplePayFacts(1000, { dateOfBirth: isoDate.parse(dateOfBirth), apprenticeSince }))).toMatchObject({
      floor,
    })
  })

  it('is compared with the apprentice rate until 28 February if the apprenticeship began on 29 February', () => {
    const begun = samplePayFacts(1000, { apprenticeSince: isoDate.parse('2028-02-29') })
    const on = (date: string) => check(begun, undefined, isoDate.parse(date))
    expect(on('2029-02-28')).toMatchObject({ floor: 15_600_00n })
    expect(on('2029-03-01')).toMatchObject({ floor: 24_784_50n })
  })

  it('is checked for each pay day if only a few pay days have a deduction', () => {
    const facts = samplePayFacts(26_000)
    const over = (payDays: number) => [samplePayChange('sacrifice', 500, { taken: { payDays, ofYear: 12 } })]
    // £500.00 over 5 of 12 pay days is a rate of £1,200.00 a year. Up to £1,215.50 may be given up.
    expect(check(facts, over(5)).outcome).toBe('kept')
    const below = check(facts, over(4))
    expect(below).toMatchObject({
      outcome: 'below',
      payAfter: 24_500_00n,
      sentence:
        'On the pay days with this deduction, you would be paid at a rate of £24,500.00 a year after everything you give up for benefits. The minimum wage for your age and 37.5 hours a week is £24,784.50 a year, and it applies on every pay day. Please choose less',
    })
    const { steps } = below as Extract<typeof below, { outcome: 'below' }>
    expect(recomputeSteps(steps)).toEqual(expect.arrayContaining(['24784.50', '1500.00', '24500.00']))
    // Other salary sacrifices are also deducted on these pay days.
    expect(check(facts, [...over(5), samplePayChange('sacrifice', 15.5)]).outcome).toBe('kept')
    expect(check(facts, [...over(5), samplePayChange('sacrifice', 15.51)])).toMatchObject({ payAfter: 24_784_49n })
  })

  it("is reported for the whole year if the year's pay is too low, even if single pay days are high enough", () => {
    const taken = { payDays: 4, ofYear: 12 }
    expect(check(samplePayFacts(24_784.5), [samplePayChange('sacrifice', 500, { taken })])).toMatchObject({
      payAfter: 24_284_50n,
      sentence: expect.stringMatching(/^This would leave you £24,284\.50 a year/),
    })
  })

  it('is compared with the rate of the day: new rates apply from 1 April, a few days before the tax year begins', () => {
    const on = (date: string) => check(samplePayFacts(1000), undefined, isoDate.parse(date))
    // The rate is £12.21 until the end of March.
    expect(on('2026-03-31')).toMatchObject({ floor: 23_809_50n })
    expect(on('2026-04-01')).toMatchObject({ floor: 24_784_50n })
  })

  it.each([
    ['hours', samplePayFacts(26_000, { weeklyHours: null }), takeHomeMessages.wageNeedsHours],
    ['hours above none', samplePayFacts(26_000, { weeklyHours: '0' }), takeHomeMessages.wageNeedsHours],
    ['salary', samplePayFacts(0, { salary: null }), takeHomeMessages.wageNeedsSalary],
  ])('is unknown without %s, and the result says who can help', (_, facts, sentence) => {
    expect(check(facts)).toEqual({ outcome: 'unknown', sentence })
  })
})

describe('days on which the minimum wage of a person changes', () => {
  const day = (date: string) => isoDate.parse(date)
  const days = (dateOfBirth: string, facts: Parameters<typeof daysToCheckWage>[0]['facts'] = []) =>
    daysToCheckWage(
      { dateOfBirth: day(dateOfBirth), facts },
      { tables, after: day('2026-12-01'), upTo: day('2027-04-05') },
    )
  const fact = (name: string, value: string, effectiveFrom: string) => ({
    fact: name,
    value,
    effectiveFrom: day(effectiveFrom),
  })

  it.each([
    ['turns 21', '2006-01-10', ['2027-01-10']],
    ['turns 21 on the last day', '2006-04-05', ['2027-04-05']],
    ['turns 21 a day later', '2006-04-06', []],
    ['was born on 29 February and turns 19', '2008-02-29', ['2027-03-01']],
    ['turns 20', '2007-01-10', []],
    ['turned 21 on the first day', '2005-12-01', []],
  ])('are known for a person who %s', (_, dateOfBirth, known) => {
    expect(days(dateOfBirth)).toEqual(known)
  })

  it("include the end of an apprentice's first year and known changes of pay, once each and in order", () => {
    const changes = [
      fact('basic-salary', '2600000', '2027-03-01'),
      fact('apprentice-since', '2026-02-01', '2026-02-01'),
      fact('hours-per-week', '40', '2027-02-01'),
      fact('location', 'York', '2027-01-01'),
    ]
    expect(days('1988-06-12', changes)).toEqual(['2027-02-01', '2027-03-01'])
  })

  it('leave out a birthday after which the recorded pay is already below the minimum wage, because the employer has to raise that pay', () => {
    const paid = (pence: string) => [
      fact('hours-per-week', '37.5', '2026-04-06'),
      fact('basic-salary', pence, '2026-04-06'),
    ]
    const person = { dateOfBirth: day('2006-01-10'), facts: paid('2478450') }
    const range = { tables, after: day('2026-12-01'), upTo: day('2027-04-05') }
    expect(days('2006-01-10', paid('2478450'))).toEqual(['2027-01-10'])
    expect(payToRise(person, range)).toBeUndefined()
    expect(days('2006-01-10', paid('2478449'))).toEqual([])
    expect(payToRise({ ...person, facts: paid('2478449') }, range)).toEqual({
      on: '2027-01-10',
      hours: '37.5',
      floor: 24_784_50n,
    })
    expect(days('2006-01-10', [...paid('2115750'), fact('basic-salary', '2600000', '2027-01-10')])).toEqual([
      '2027-01-10',
    ])
  })

  it('include the first day of announced rates', () => {
    const range = { tables, after: day('2026-03-01'), upTo: day('2026-04-05') }
    expect(daysToCheckWage({ dateOfBirth: day('1988-06-12'), facts: [] }, range)).toEqual(['2026-04-01'])
  })
})
