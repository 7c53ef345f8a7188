import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, isoDate, type IsoDate } from '../../contract/dates.ts'
import {
  sumsByPeriod,
  type SimulatedLife,
  simulateDeductions,
  simulateWithEverythingKnown,
  type LateFact,
} from '../../tests/harness/simulate-deductions.ts'
import type { BenefitDefinitionInput } from '../definition/definition.ts'
import * as samples from '../../features/scheme/definition.samples.ts'
import { coverPeriodOn, coverPeriodsOf } from './cover-periods.rules.ts'
import { randomTestSeed } from '../../features/benefits/random-test-seed.samples.ts'
import { increaseDays } from './yearly-increase.rules.ts'
import { withYearlyIncreases } from './apply-yearly-increases.rules.ts'
import { benefitDefinition } from '../../features/scheme/benefit-definition.rules.ts'
import { sampleFacts } from '../../features/selections/person-facts.samples.ts'

const day = (date: string) => isoDate.parse(date)
const numRuns = process.env['LONG_TESTS'] ? 5_000 : 60

const rises = (rise: object, option: object = {}): BenefitDefinitionInput => ({
  ...samples.pension,
  options: samples.pension.options.map((one) => ({ ...one, ...option, rise: { by: '0.5', on: '07-01', ...rise } })),
})
const faultsOf = (definition: BenefitDefinitionInput) =>
  benefitDefinition.safeParse(definition).error?.issues.map(({ message }) => message) ?? []

describe('day of a yearly increase', () => {
  const on = (dayOfYear: string, from: string, to: string) =>
    increaseDays(benefitDefinition.parse(rises({ on: dayOfYear })), { from: day(from), to: day(to) }).map(
      (one) => one.on,
    )

  it.each([
    ['1 March where there is no 29 February', '02-29', '2026-04-06', '2027-04-05', ['2027-03-01']],
    ['29 February where there is one', '02-29', '2027-04-06', '2028-04-05', ['2028-02-29']],
    ['the last day of a scheme year', '04-05', '2026-04-06', '2027-04-05', ['2027-04-05']],
    ['31 December', '12-31', '2026-04-06', '2027-04-05', ['2026-12-31']],
    ['the days on which the clocks change', '03-28', '2026-04-06', '2027-04-05', ['2027-03-28']],
    ['and back', '10-25', '2026-04-06', '2027-04-05', ['2026-10-25']],
  ])('is %s', (_, dayOfYear, from, to, days) => {
    expect(on(dayOfYear, from, to)).toEqual(days)
  })

  it('is not the first day of a scheme year', () => {
    expect(on('04-06', '2026-04-06', '2027-04-05')).toEqual([])
  })
})

describe('yearly increase', () => {
  const stepOf = (percent: string, definition: BenefitDefinitionInput, heldAtYearStart?: string) => {
    const parsed = benefitDefinition.parse(definition)
    const [due] = increaseDays(parsed, { from: day('2026-04-01'), to: day('2027-03-31') })
    return withYearlyIncreases(
      parsed,
      { values: { percent }, people: [] },
      {
        options: due?.options ?? [],
        facts: sampleFacts,
        ...(heldAtYearStart !== undefined && { heldAtYearStart: { values: { percent: heldAtYearStart }, people: [] } }),
      },
    )?.values['percent']
  }

  it('is limited by its end value, the largest value, the largest yearly increase, and the value that needs approval', () => {
    expect(stepOf('6', rises({}))).toBe('6.5')
    expect([stepOf('9.5', rises({ upTo: '10' })), stepOf('10', rises({ upTo: '10' }))]).toEqual(['10', undefined])
    expect([stepOf('39.5', rises({ by: '2' })), stepOf('40', rises({}))]).toEqual(['40', undefined])
    const aStepAYear = rises({ by: '2' }, { maxRise: '1' })
    expect([stepOf('6', aStepAYear, '6'), stepOf('7', aStepAYear, '6')]).toEqual(['7', undefined])
    const consent: BenefitDefinitionInput = {
      ...rises({ by: '2' }),
      approval: { when: { option: 'percent', above: '8' } },
    }
    expect([stepOf('7', consent), stepOf('8', consent), stepOf('12', consent)]).toEqual(['8', undefined, undefined])
    // With a limit between two values, the increase stops at the lower value.
    expect(stepOf('6', rises({ by: '2', upTo: '7.2' }))).toBe('7')
    // The choice was stored as a level before the option became a range.
    expect(stepOf('standard', rises({}))).toBeUndefined()
    expect([stepOf('5', aStepAYear, 'standard'), stepOf('6', aStepAYear, 'standard')]).toEqual(['6', undefined])
  })

  it('is refused if its value can never be reached, if its option does not exist, or if people would be charged without their agreement', () => {
    expect(faultsOf(rises({}))).toEqual([])
    expect(faultsOf(rises({ by: '0.3' }))).toEqual(['The yearly increase must be 0.5 or a multiple of it'])
    expect(faultsOf(rises({ upTo: '2' }))).toEqual(['The yearly increase cannot end below 3'])
    expect(faultsOf(rises({ on: '02-30' }))).toEqual(['Please give a day of the year as 04-01'])
    expect(faultsOf(rises({ onlyWhen: { option: 'wanted', is: 'yes' } }))).toEqual([
      "There is no option 'wanted' of levels",
    ])
    const rising = { by: '50', on: '04-01' }
    const bicycle = samples.cycleToWork.options.map((one) => ({ ...one, rise: rising }))
    expect(faultsOf({ ...samples.cycleToWork, approval: 'automatic', options: bicycle })).toEqual([
      'A single purchase cannot increase by itself',
    ])
  })
})

describe("benefit whose choices need the employer's approval", () => {
  it('has no yearly increase, unless only values above a number need approval', () => {
    const year = { from: day('2026-04-01'), to: day('2027-03-31') }
    const daysOf = (approval: BenefitDefinitionInput['approval']) =>
      increaseDays(benefitDefinition.parse({ ...rises({}), approval }), year).map(({ on }) => on)
    expect(daysOf('required')).toEqual([])
    expect(daysOf({ when: { option: 'percent', above: '8' } })).toEqual(['2026-07-01'])
  })
})

/** Returns the total. For people who have not left, also returns the sum of each period. */
function paidFor({ lines, left, held }: ReturnType<typeof simulateDeductions>) {
  const inAll = lines.reduce((sum, { employee }) => sum + employee, left)
  return { inAll, byPeriod: held.selection.state === 'ended' ? undefined : sumsByPeriod(lines) }
}

describe('late facts and late jobs', () => {
  const dayIn2026 = fc.integer({ min: 0, max: 270 }).map((days) => addDays(day('2026-04-05'), days))
  const salaries: fc.Arbitrary<LateFact[]> = fc.array(
    fc
      .record({
        on: dayIn2026,
        from: fc.oneof(dayIn2026, fc.constant(day('2026-07-01'))),
        pounds: fc.integer({ min: 18_000, max: 120_000 }),
      })
      .map(({ on, from, pounds }) => ({ on, fact: 'basic-salary', value: `${pounds}00`, from })),
    { maxLength: 3 },
  )
  const lastDays: fc.Arbitrary<LateFact[]> = fc
    .tuple(
      fc.array(fc.option(dayIn2026, { freq: 3, nil: null }), { maxLength: 3 }),
      fc.uniqueArray(dayIn2026, { minLength: 3, maxLength: 3 }),
    )
    .map(([days, on]) => {
      const recorded = on.toSorted()
      return days.flatMap((value, index): LateFact[] => {
        const known = recorded[index]
        return known ? [{ on: known, fact: 'end-date', value, from: known }] : []
      })
    })
  const news = fc.tuple(salaries, lastDays).map((all) => all.flat().toSorted((a, b) => (a.on < b.on ? -1 : 1)))
  const lives: fc.Arbitrary<SimulatedLife> = fc.record({
    benefit: fc.constant(rises({ upTo: '10' })),
    values: fc.constantFrom({ percent: '6' }, { percent: '9.5' }, { percent: '10' }),
    chosenFrom: fc.constantFrom(day('2026-04-01'), day('2026-06-30'), day('2026-07-01')),
    news,
    increasesAppliedFrom: dayIn2026,
  })

  // If the price depends on the age at the choice, the increase uses the age on the day of the increase.
  const byAge: BenefitDefinitionInput = {
    ...samples.lifeAssurance,
    options: samples.lifeAssurance.options.map((option) => ({ ...option, rise: { by: '1', on: '07-01' } })),
    price: samples.lifeAssurance.price.map((component) => ({
      ...component,
      price: { ...component.price, ...('ageOn' in component.price && { ageOn: 'effective-date' }) },
    })),
  }
  const insured = lives.map((life) => ({
    ...life,
    benefit: byAge,
    values: { multiple: '5' },
    chosenFrom: day('2026-04-01'),
    // This person turns 40 on 12 July, when the rate rises.
    dateOfBirth: day('1986-07-12'),
  }))

  it.each([
    ['a pension', lives],
    ['cover priced by age', insured],
  ])('lead to the same charge in each period as an increase applied on time: %s', (name, all) => {
    fc.assert(
      fc.property(all, (life) => {
        const { increasesAppliedFrom: _late, ...inTime } = life
        expect(paidFor(simulateDeductions(life))).toEqual(paidFor(simulateWithEverythingKnown(inTime)))
      }),
      { numRuns, seed: randomTestSeed(`yearly increases of ${name}`) },
    )
  })

  it('lead to exactly one increase, on its day, for choices made before it', () => {
    fc.assert(
      fc.property(lives, (life) => {
        const segments = coverPeriodsOf(simulateDeductions(life).held.versions)
        const value = (on: IsoDate) => coverPeriodOn(segments, on)?.version.choice.values['percent']
        const wanted = life.values['percent'] ?? ''
        const next = life.chosenFrom === '2026-07-01' || wanted === '10' ? wanted : wanted === '6' ? '6.5' : '10'
        const days = segments.flatMap(({ from, until }) => [from, ...(until ? [addDays(until, -1)] : [])])
        for (const on of [...days, day('2026-06-30'), day('2026-07-01'), day('2027-03-31')])
          expect([undefined, on < '2026-07-01' ? wanted : next]).toContain(value(on))
      }),
      { numRuns, seed: randomTestSeed('yearly steps taken once') },
    )
  })
})
