import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, isoDate, type IsoDate } from '../../contract/dates.ts'
import type { DeductionLine } from '../payroll/deductions.rules.ts'
import type { BenefitDefinitionInput } from '../../domain/definition/definition.ts'
import { cycleToWork, holidayTrading } from '../../features/scheme/definition.samples.ts'
import { effectiveDate, isOpenPeriod, payDaysLeft } from '../../domain/windows/effective-date.rules.ts'
import { monthlyPeriods } from '../../features/selections/periods.samples.ts'
import { storedPrice } from './price-view.server.ts'
import { priceSelection } from '../../domain/pricing/price.ts'
import { recompute, type Trace } from '../../domain/pricing/trace.ts'
import { randomTestSeed } from '../../features/benefits/random-test-seed.samples.ts'
import { paySchedule } from './selection-pay.rules.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import { deductedBefore } from './deductions-before.rules.ts'
import { benefitDefinition } from '../../features/scheme/benefit-definition.rules.ts'
import { sampleFacts } from '../../features/selections/person-facts.samples.ts'

const day = (date: string) => isoDate.parse(date)
const numRuns = process.env['LONG_TESTS'] ? 5_000 : 60
const schemeYear = { from: day('2026-04-06'), to: day('2027-04-05') }
type Chosen = { on: IsoDate; values: Record<string, string> }

function chosenOneAfterAnother(benefit: BenefitDefinitionInput, choices: readonly Chosen[]) {
  const definition = benefitDefinition.parse(benefit)
  const periods = monthlyPeriods('2026-04', 36)
  const versions: Parameters<typeof paySchedule>[0]['versions'][number][] = []
  let lines: DeductionLine[] = []
  return choices.map(({ on: today, values }) => {
    const closed = new Set(periods.filter((period) => !isOpenPeriod(period, today)).map(({ id }) => id))
    const taken = lines.filter(({ periodId }) => closed.has(periodId))
    const effectiveFrom = effectiveDate({ rule: 'next-month', madeOn: today, schemeYear })
    const outcome = priceSelection({
      definition,
      rates: [],
      facts: sampleFacts,
      choice: { values, people: [] },
      on: effectiveFrom,
      schemeYear,
      payDaysLeft: payDaysLeft({ periods, effectiveFrom, schemeYear, today }),
      taken: deductedBefore({ versions, lines: taken }, { effectiveFrom, periods, today, schemeYears: [schemeYear] }),
    })
    if (outcome.outcome !== 'priced') throw new Error(outcome.sentence)
    const price = storedPrice(outcome.price, 12)
    versions.push({
      version: versions.length + 1,
      state: 'active',
      action: 'submit',
      effectiveFrom,
      parts: price.parts,
      recordedAt: `${today}T09:00:00Z`,
    })
    const due = paySchedule({ versions, periods, today, schemeYears: [schemeYear], deducted: taken }).lines
    lines = [...taken, ...due]
    return { price, due: due.filter(({ version }) => version === versions.length), everything: lines }
  })
}

function byPeriod(lines: readonly DeductionLine[]): bigint[] {
  return [...Map.groupBy(lines, ({ periodId }) => periodId).values()].map((own) =>
    own.reduce((sum, { employee }) => sum + employee, 0n),
  )
}

const shown = ({ employeePerPeriod }: StoredPrice) => employeePerPeriod.map(BigInt).filter((share) => share !== 0n)
const onDays = (values: fc.Arbitrary<Record<string, string>>) =>
  fc
    .array(fc.record({ after: fc.integer({ min: 0, max: 300 }), values }), { minLength: 1, maxLength: 4 })
    .map((choices) =>
      choices
        .map(({ after, values: chosen }): Chosen => ({ on: addDays(day('2026-04-06'), after), values: chosen }))
        .toSorted((a, b) => (a.on < b.on ? -1 : 1)),
    )
/** Sorts the values in ascending order, because an order cannot be reduced below its past deductions. */
function neverLess(choices: Chosen[]): Chosen[] {
  const values = choices
    .map((choice) => choice.values)
    .toSorted((a, b) => Number(a['value'] ?? 0) - Number(b['value'] ?? 0))
  return choices.map(({ on }, place) => ({ on, values: values[place] ?? {} }))
}

const kinds: [string, BenefitDefinitionInput, fc.Arbitrary<Record<string, string>>][] = [
  ['an order', cycleToWork, fc.integer({ min: 2, max: 60 }).map((fifties) => ({ value: String(fifties * 50) }))],
  [
    'holiday',
    holidayTrading,
    fc.oneof(
      fc.integer({ min: 1, max: 5 }).map((days) => ({ trade: 'buy', 'buy-days': String(days) })),
      fc.integer({ min: 1, max: 3 }).map((days) => ({ trade: 'sell', 'sell-days': String(days) })),
    ),
  ],
]

describe('price of a change after part of the total was deducted', () => {
  it.each(kinds)('equals the deductions after the change, to the penny: %s [S-75]', (name, benefit, values) => {
    fc.assert(
      fc.property(onDays(values), (choices) => {
        const made = benefit === cycleToWork ? neverLess(choices) : choices
        for (const { price, due, everything } of chosenOneAfterAnother(benefit, made)) {
          expect(byPeriod(due).filter((sum) => sum !== 0n)).toEqual(shown(price))
          expect(byPeriod(everything).reduce((sum, one) => sum + one, 0n)).toBe(
            price.parts.reduce((sum, { total }) => sum + BigInt(total), 0n),
          )
          expect(recompute(price.trace as Trace).employeeYearly).toBe(BigInt(price.employeeYearly))
        }
      }),
      { numRuns, seed: randomTestSeed(`price as paid of ${name}`) },
    )
  })

  it('spreads a total of £1,500.00 instead of £1,000.00 over the nine instalments left after the first three', () => {
    const [, changed] = chosenOneAfterAnother(cycleToWork, [
      { on: day('2026-04-10'), values: { value: '1000' } },
      { on: day('2026-07-01'), values: { value: '1500' } },
    ])
    // May and June are past their cut-offs. In July, the current version is still in force.
    expect(changed?.price.parts[0]?.taken).toEqual({ amount: '25002', pays: 3 })
    expect(changed?.price.employeePerPeriod).toEqual([...Array<string>(6).fill('13889'), ...Array(3).fill('13888')])
  })
})
