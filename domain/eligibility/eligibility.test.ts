import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, isoDate, type IsoDate } from '../../contract/dates.ts'
import {
  type ActionsRequest,
  permissionOf,
  decisionFor,
  mayChoose,
} from '../../services/my-benefits/allowed-actions.rules.ts'
import { windowCause } from '../definition/definition.ts'
import { dental } from '../../features/scheme/definition.samples.ts'
import { type DecisionStep, isConditionMet } from './eligibility.rules.ts'
import { randomTestSeed } from '../../features/benefits/random-test-seed.samples.ts'
import { openingsOf, type PersonWindow } from '../windows/windows.rules.ts'
import { benefitDefinition } from '../../features/scheme/benefit-definition.rules.ts'

type Request = Omit<ActionsRequest, 'selection'>

const runs = process.env['LONG_TESTS'] ? 50_000 : 2_000
const today = isoDate.parse('2028-02-29')
const about = (days: number) => fc.integer({ min: -days, max: days }).map((count) => addDays(today, count))
const wholeYear = { from: isoDate.parse('2027-04-06'), to: isoDate.parse('2028-04-05') }
const anyWindow = fc
  .record({
    cause: fc.constantFrom(...windowCause.options),
    opensOn: about(60),
    length: fc.integer({ min: 0, max: 90 }),
    benefits: fc.constantFrom<'all' | string[]>('all', ['dental'], ['gym']),
    takesEffect: fc.constantFrom(...(['same-day', 'next-month', 'scheme-year-start', 'event-date'] as const)),
  })
  .map(({ length, ...window }): PersonWindow => ({
    ...window,
    closesOn: addDays(window.opensOn, length),
  }))
const anyRequest = fc.record({
  definition: fc
    .record({
      openInProbation: fc.boolean(),
      requires: fc.constantFrom<['existing-holding'] | []>(['existing-holding'], []),
      ages: fc.option(fc.record({ from: fc.integer({ min: 16, max: 40 }), to: fc.integer({ min: 38, max: 75 }) }), {
        nil: undefined,
      }),
      offeredTo: fc.constantFrom({}, { locations: ['Leeds'] }, { payrolls: ['monthly'], hoursFrom: '30' }),
      changeIn: fc.uniqueArray(fc.constantFrom(...windowCause.options), { minLength: 1 }),
    })
    .map(({ ages, ...rest }) => benefitDefinition.parse({ ...dental, ...rest, ...(ages && { ages }) })),
  person: fc.record({
    employmentStatus: fc.constantFrom('active', null, 'left', 'inactive'),
    dateOfBirth: fc.integer({ min: 15 * 365, max: 80 * 365 }).map((days) => addDays(today, -days)),
    probationEndsOn: fc.option(about(40)),
    holds: fc.boolean(),
    location: fc.constantFrom('Leeds', 'York', null),
    payroll: fc.constantFrom('monthly', 'weekly', null),
    weeklyHours: fc.constantFrom('37.5', '30', '29.99', '9', null),
    hasStatement: fc.constant(false),
  }),
  windows: fc.array(anyWindow, { maxLength: 4 }),
  withdrawn: fc.boolean(),
  year: fc.integer({ min: 0, max: 60 }).map((days) => ({ ...wholeYear, to: addDays(today, days) })),
  today: fc.constant(today),
})

describe('eligibility decision', () => {
  it('can be calculated again from its trace, even after the trace was stored', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const decision = decisionFor(request)
        const read = JSON.parse(JSON.stringify(decision)) as DecisionStep[]
        expect(permissionOf(read)).toEqual(mayChoose(request))
        expect(read.map(isConditionMet)).toEqual(read.map(({ met }) => met))
        expect(read.slice(0, -1).every(({ met }) => met)).toBe(true)
      }),
      { numRuns: runs, seed: randomTestSeed('decisions') },
    )
  })

  it('is the same if facts that it does not use change', () => {
    fc.assert(
      fc.property(anyRequest, anyRequest, (request, other) => {
        const rules = new Set(decisionFor(request).map(({ rule }) => rule))
        const person: Request['person'] = {
          ...request.person,
          ...(!rules.has('holds-already') && { holds: other.person.holds }),
          ...(!rules.has('age-from') && !rules.has('age-to') && { dateOfBirth: other.person.dateOfBirth }),
          ...(!rules.has('in-location') && { location: other.person.location ?? null }),
          ...(!rules.has('on-payroll') && { payroll: other.person.payroll ?? null }),
          ...(!rules.has('hours-from') && { weeklyHours: other.person.weeklyHours ?? null }),
          ...(!rules.has('past-probation') && { probationEndsOn: other.person.probationEndsOn ?? null }),
        }
        const windows = rules.has('open-now') || rules.has('past-probation') ? request.windows : other.windows
        expect(mayChoose({ ...request, person, windows })).toEqual(mayChoose(request))
      }),
      { numRuns: runs, seed: randomTestSeed('bystanders') },
    )
  })

  it('names all facts that it depends on', () => {
    const day = (text: string): IsoDate => isoDate.parse(text)
    const definition = benefitDefinition.parse({ ...dental, openInProbation: false, ages: { from: 18 } })
    const decision = decisionFor({
      definition,
      person: {
        employmentStatus: 'active',
        dateOfBirth: day('1990-02-28'),
        probationEndsOn: today,
        holds: false,
        hasStatement: false,
      },
      windows: [],
      today,
    })
    expect(decision).toEqual([
      { rule: 'employed', employmentStatus: 'active', met: true },
      { rule: 'age-from', years: 18, dateOfBirth: '1990-02-28', today, met: true },
      { rule: 'past-probation', probationEndsOn: today, openings: openingsOf(definition, []), today, met: false },
    ])
    expect(permissionOf(decision)).toEqual({
      allowed: false,
      cause: 'probation',
      reason:
        'Opens on 1 March 2028, when your probation ends. You can choose this when the next window opens, or after a life event',
      opensOn: '2028-03-01',
    })
  })
})
