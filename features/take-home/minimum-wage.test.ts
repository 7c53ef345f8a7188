import { describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { recomputeSteps } from '../benefits/pricing/trace.ts'
import { checkMinimumWage } from './minimum-wage.rules.ts'
import { takeHomeMessages } from './take-home.messages.ts'
import { earning, inTaxYear, paying } from './take-home.samples.ts'
import { readTaxTables } from './tax-tables.queries.ts'

const tables = readTaxTables()

function check(facts: ReturnType<typeof earning>, changes = [paying('sacrifice', 0.01)], on = inTaxYear) {
  return checkMinimumWage({ tables, facts, changes, on })
}

describe('pay after everything that is given up', () => {
  it.each([
    ['37.5', 24_784.5, '£24,784.50'],
    ['40', 26_436.8, '£26,436.80'],
  ])('of 21 and older keeps %s hours at the minimum wage, £%d a year [case J]', (weeklyHours, floor, told) => {
    expect(check(earning(floor + 0.01, { weeklyHours })).outcome).toBe('kept')
    const below = check(earning(floor, { weeklyHours }))
    expect(below).toMatchObject({ outcome: 'below', floor: BigInt(Math.round(floor * 100)) })
    expect(below).toMatchObject({ sentence: expect.stringContaining(told) })
  })

  it('counts all that is given up before National Insurance, and nothing that is taken later or added', () => {
    const facts = earning(26_000)
    const later = [
      paying('net-deduction', 9000),
      paying('net-pay', 9000),
      paying('employer-only', 9000, { payer: 'employer' }),
      paying('taxable-pay', -9000),
    ]
    expect(check(facts, later).outcome).toBe('kept')
    // £26,000.00 less £24,784.50 is £1,215.50.
    const both = [paying('sacrifice', 1000), paying('sacrifice-opra', 215.5)]
    expect(check(facts, [...both, ...later]).outcome).toBe('kept')
    const below = check(facts, [...both, paying('sacrifice', 0.01), ...later])
    expect(below).toMatchObject({ outcome: 'below', payAfter: 24_784_49n, floor: 24_784_50n })
    const { steps } = below as Extract<typeof below, { outcome: 'below' }>
    expect(recomputeSteps(steps)).toEqual(expect.arrayContaining(['24784.50', '24784.49']))
  })

  it.each([
    // Hours of 37.5 a week at £12.71, £10.85 and £8.00.
    ['2005-12-01', 24_784_50n],
    ['2005-12-02', 21_157_50n],
    ['2008-12-01', 21_157_50n],
    ['2008-12-02', 15_600_00n],
  ])('is held to the rate of the age: born on %s', (dateOfBirth, floor) => {
    expect(check(earning(1000, { dateOfBirth: isoDate.parse(dateOfBirth) }))).toMatchObject({ floor })
  })

  it('follows the rate of its own day: a new one counts from 1 April, before the tax year', () => {
    const on = (date: string) => check(earning(1000), undefined, isoDate.parse(date))
    // £12.21 until the end of March.
    expect(on('2026-03-31')).toMatchObject({ floor: 23_809_50n })
    expect(on('2026-04-01')).toMatchObject({ floor: 24_784_50n })
  })

  it.each([
    ['hours', earning(26_000, { weeklyHours: null }), takeHomeMessages.wageNeedsHours],
    ['hours above none', earning(26_000, { weeklyHours: '0' }), takeHomeMessages.wageNeedsHours],
    ['salary', earning(0, { salary: null }), takeHomeMessages.wageNeedsSalary],
  ])('is not known without %s, and says who can help', (_, facts, sentence) => {
    expect(check(facts)).toEqual({ outcome: 'unknown', sentence })
  })
})
