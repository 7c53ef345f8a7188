import { expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { readTaxTables } from '../payroll/tax-tables.queries.ts'
import type { DatedFact } from '../../domain/tax/person-facts.rules.ts'
import { sampleStoredPrice } from '../../features/selections/stored-price.samples.ts'
import { keepsMinimumWage } from './minimum-wage-check.server.ts'

const day = (date: string) => isoDate.parse(date)
const fact = (name: string, value: string | null, from: string): DatedFact => ({
  fact: name,
  value,
  effectiveFrom: day(from),
})

const price = sampleStoredPrice({
  employeeYearly: '100000',
  employeeMonthly: '8333',
  parts: [
    {
      payer: 'employee',
      taxMethod: 'sacrifice',
      payCode: 'PENSION',
      total: '100000',
      spread: { kind: 'recurring' },
      shares: Array<string>(12).fill('8333'),
    },
  ],
})

/** Checks a person who is paid £1,000.00 above the minimum wage for 37.5 hours a week in 2026/27. `more` adds facts. */
const keeps = (...more: DatedFact[]): boolean => keepsBornOn('1988-06-12', ...more)

function keepsBornOn(dateOfBirth: string, ...more: DatedFact[]): boolean {
  const facts = [fact('basic-salary', '2578450', '2026-04-06'), fact('hours-per-week', '37.5', '2026-04-06'), ...more]
  return keepsMinimumWage(price, {
    definition: { name: 'Pension', requires: ['minimum-wage'] },
    person: { dateOfBirth: day(dateOfBirth), facts },
    others: [],
    taxTables: readTaxTables(),
    year: { to: day('2027-04-05') },
    on: day('2026-12-01'),
  })
}

it('a price is allowed if pay stays above the minimum wage until the end of the scheme year or of the employment', () => {
  expect(keeps()).toBe(true)
  expect(keeps(fact('hours-per-week', '40', '2027-02-01'))).toBe(false)
  expect(keeps(fact('hours-per-week', '40', '2027-04-05'))).toBe(false)
  expect(keeps(fact('hours-per-week', '40', '2027-04-06'))).toBe(true)
  expect(keeps(fact('hours-per-week', '40', '2027-02-01'), fact('end-date', '2027-01-31', '2026-11-16'))).toBe(true)
  expect(keeps(fact('hours-per-week', '40', '2027-02-01'), fact('end-date', '2027-02-01', '2026-11-16'))).toBe(false)
})

it("a price is refused if a birthday in the scheme year brings the minimum wage above the person's pay", () => {
  // £25,784.50 less £1,000.00 is exactly the minimum wage at 21, £24,784.50. With £25,784.49 it is a penny too little.
  const penny = fact('basic-salary', '2578449', '2026-05-01')
  expect(keepsBornOn('2006-01-10')).toBe(true)
  expect(keepsBornOn('2006-01-10', penny)).toBe(false)
  expect(keepsBornOn('2006-04-05', penny)).toBe(false)
  expect(keepsBornOn('2006-04-06', penny)).toBe(true)
})

it('a price is refused from a day on which the hours are unknown, and allowed before that day', () => {
  expect(keeps(fact('hours-per-week', null, '2026-12-01'))).toBe(false)
  expect(keeps(fact('hours-per-week', null, '2027-02-01'))).toBe(true)
})
