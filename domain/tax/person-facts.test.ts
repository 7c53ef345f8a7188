import { describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { type DatedFact, employmentOn, factOn, factsKnownFrom, priceFactsOn } from './person-facts.rules.ts'

const day = (text: string) => isoDate.parse(text)
const fact = (name: string, value: string | null, from: string): DatedFact => ({
  fact: name,
  value,
  effectiveFrom: day(from),
})

const facts = [
  fact('basic-salary', '4500000', '2026-04-06'),
  fact('basic-salary', '4800000', '2026-12-01'),
  fact('pensionable-salary', '4000000', '2026-04-06'),
  fact('probation-end', '2027-03-16', '2026-09-16'),
  fact('end-date', '2027-01-31', '2026-11-01'),
  fact('end-date', null, '2026-11-20'),
]

describe('facts about a person', () => {
  it('are the facts in force on the given day', () => {
    expect(factOn(facts, 'basic-salary', day('2026-11-30'))).toBe('4500000')
    expect(factOn(facts, 'basic-salary', day('2026-12-01'))).toBe('4800000')
    expect(factOn(facts, 'basic-salary', day('2026-04-05'))).toBeNull()
    expect([factOn(facts, 'end-date', day('2026-11-19')), factOn(facts, 'end-date', day('2026-11-20'))]).toEqual([
      '2027-01-31',
      null,
    ])
  })

  it('include the values in force on a day, as far as known today, and later values with their first day', () => {
    const recorded = [
      fact('basic-salary', '5000000', '2027-01-01'),
      fact('basic-salary', '4900000', '2027-01-01'),
      fact('basic-salary', '4800000', '2026-12-01'),
      fact('basic-salary', '4700000', '2026-12-01'),
      fact('basic-salary', '4500000', '2026-04-06'),
      fact('status', 'active', '2026-12-02'),
      fact('student-loans', 'plan-2', '2026-04-06'),
      fact('student-loans', 'plan-1', '2026-04-06'),
      fact('student-loans', null, '2025-04-06'),
    ]
    const knownFrom = (date: string) =>
      factsKnownFrom(recorded, day(date)).map((one) => `${one.fact} ${one.value} ${one.effectiveFrom}`)
    const later = ['basic-salary 5000000 2027-01-01', 'basic-salary 4800000 2026-12-01']
    const loans = 'student-loans plan-2 2026-04-06'
    expect(knownFrom('2026-12-01')).toEqual([...later, 'status active 2026-12-02', loans])
    expect(knownFrom('2026-11-30')).toEqual([
      ...later,
      'basic-salary 4500000 2026-04-06',
      'status active 2026-12-02',
      loans,
    ])
    expect(knownFrom('2027-01-01')).toEqual([later[0], 'status active 2026-12-02', loans])
    expect(knownFrom('2025-04-05')).toHaveLength(6)
  })

  it('have the status active unless it is left or inactive [ACCESS-04]', () => {
    const statusOn = (value: string) => employmentOn([fact('status', value, '2026-04-06')], day('2026-05-01')).status
    expect([
      statusOn('left'),
      statusOn('inactive'),
      statusOn('active'),
      employmentOn([], day('2026-05-01')).status,
    ]).toEqual(['left', 'inactive', 'active', 'active'])
  })

  it('have the status left from the day after the last day, whatever status is recorded', () => {
    const leaving = [fact('status', 'active', '2026-04-06'), fact('end-date', '2026-11-30', '2026-11-01')]
    expect(employmentOn(leaving, day('2026-11-30')).status).toBe('active')
    expect(employmentOn(leaving, day('2026-12-01')).status).toBe('left')
  })

  it('give the salaries of the first day of a choice; if a kind of salary is missing, the basic salary is used', () => {
    const person = { dateOfBirth: day('1988-06-12'), facts, family: [], payPeriods: 12, taxTables: [] }
    expect(priceFactsOn(person, day('2026-12-01')).salaries).toEqual({
      basic: 4_800_000n,
      benefit: 4_800_000n,
      pensionable: 4_000_000n,
    })
  })
})
