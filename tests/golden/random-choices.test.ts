import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { type PriceOutcome, priceSelection } from '../../domain/pricing/price.ts'
import type { RateTable } from '../../domain/pricing/rate-table.ts'
import { recompute } from '../../domain/pricing/trace.ts'
import { randomTestSeed } from '../../features/benefits/random-test-seed.samples.ts'
import { day, iso } from './independent/days.ts'
import * as exact from './independent/fractions.ts'
import { periodsThatBegin } from './independent/pay.ts'
import { type Price, priceOf } from './independent/price.ts'
import {
  type Benefit,
  type Choice,
  type Folder,
  type Person,
  readFolder,
  type Relative,
} from './independent/scheme-folder.ts'
import { goldenDay, withGoldenFolder } from './golden-folder.ts'
import type { AllowanceInUse } from '../../domain/pricing/available-allowance.ts'
import { benefitDefinition } from '../../features/scheme/benefit-definition.rules.ts'

const runs = process.env['LONG_TESTS'] ? 100_000 : 800

const folder = await withGoldenFolder((path) => readFolder(path, goldenDay))
const definitions = new Map(folder.benefits.map((benefit) => [benefit.code, benefitDefinition.parse(benefit)]))

const potOf = (left: bigint): AllowanceInUse => ({
  name: 'Flex pot',
  rules: { allowances: [{ amount: Number(left) / 100, salary: 'basic' }], benefits: ['any'], excess: 'forfeit' },
  carried: 0n,
  claims: [],
})

type Tables = Folder['rates']

function redrawn(figures: readonly number[]): Tables {
  let next = 0
  const drawn = (column: string) => {
    const figure = figures[next++ % figures.length] ?? 1
    return exact.decimalText(exact.divide(exact.fraction(figure), exact.fraction(column === 'amount' ? 100 : 10_000)))
  }
  return new Map(
    [...folder.rates].map(([code, rows]) => [
      code,
      rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([column, cell]) => [
            column,
            column === 'amount' || column.endsWith('rate') ? drawn(column) : cell,
          ]),
        ),
      ),
    ]),
  )
}

function asRateTables(tables: Tables): RateTable[] {
  return [...tables].map(([code, rows]) => ({
    code,
    effectiveFrom: isoDate.parse(iso(folder.year.from)),
    source: 'Drawn',
    columns: Object.keys(rows[0] ?? {}),
    rows,
  }))
}

const pence = fc.bigInt({ min: 1n, max: 500_000_00n })
const born = (from: string, to: string) => fc.integer({ min: day(from), max: day(to) })
const relative = (relation: Relative['relation'], name: string): fc.Arbitrary<Relative[]> =>
  fc
    .option(born('1955-01-01', '2026-04-01'), { nil: undefined })
    .map((date) => (date === undefined ? [] : [{ name, relation, born: date, studiesTo: undefined }]))
type Asked = {
  person: Person
  salaries: { basic: bigint; benefit: bigint; pensionable: bigint }
  benefit: Benefit
  choice: Choice
  rates: Tables
  payDaysAYear: number
  payDaysLeft: number
  /** Days from the scheme year's first day to the first day of a pay period. */
  startsAfter: number
  month: number
  /** Flex allowance left, in pence a year. */
  pot: bigint
}
const asked: fc.Arbitrary<Asked> = fc
  .record({
    salaries: fc.record({ basic: pence, benefit: pence, pensionable: pence }),
    born: born('1951-01-01', '2012-12-31'),
    partner: relative('partner', 'Pat'),
    child: relative('dependant', 'Robin'),
    benefit: fc.constantFrom(...folder.benefits),
    payDaysAYear: fc.constantFrom(12, 13, 26, 52),
    payDaysLeft: fc.integer({ min: 1, max: 52 }),
    // With 0, a 53rd week, 27th fortnight or 14th four weeks begins on the last day of the scheme year.
    startsAfter: fc.oneof(fc.constant(0), fc.integer({ min: -30, max: 365 })),
    month: fc.integer({ min: 0, max: 11 }),
    pot: fc.bigInt({ min: 0n, max: 2_000_00n }),
    rates: fc.array(fc.integer({ min: 1, max: 999_999 }), { minLength: 1, maxLength: 20 }).map(redrawn),
  })
  .chain(({ salaries, born: date, partner, child, ...rest }) => {
    const family = [...partner, ...child]
    const person: Person = {
      number: 'NR1',
      email: '',
      born: date,
      left: false,
      joined: day('2000-01-01'),
      probationEnds: undefined,
      salaries: {
        basic: exact.pounds(salaries.basic),
        benefit: exact.pounds(salaries.benefit),
        pensionable: exact.pounds(salaries.pensionable),
      },
      fte: [1n, 1n],
      hours: '37.5',
      otherEarnings: 0n,
      apprentice: undefined,
      payroll: '',
      family,
    }
    return choiceOf(rest.benefit, family).map((choice) => ({ ...rest, person, salaries, choice }))
  })

function choiceOf({ options }: Benefit, family: readonly Relative[]): fc.Arbitrary<Choice> {
  const values = Object.fromEntries(
    options.flatMap(({ kind, code, levels, min, max, step }) => {
      if (kind === 'people') return []
      if (kind === 'levels') return [[code, fc.constantFrom(...levels.map((level) => level.code))] as const]
      const steps = fc.integer({ min: 0, max: Math.floor((max - min) / step) })
      return [[code, steps.map((count) => String(min + count * step))] as const]
    }),
  )
  const covers = options.some(({ kind }) => kind === 'people')
  return fc.record({
    values: fc.record(values),
    people: covers ? fc.subarray(family.map(({ name }) => name)) : fc.constant([]),
  })
}

const minutes = 60_000

it(
  'any choice of any person has a valid price, the same as in the second implementation',
  { timeout: 20 * minutes },
  () => {
    fc.assert(
      fc.property(
        asked,
        ({ person, salaries, benefit, choice, rates, payDaysAYear, payDaysLeft, startsAfter, month, pot }) => {
          // A flex allowance pays only for benefits to which the employer may contribute.
          const potLeft = benefit.pay.employer ? pot : 0n
          const on = folder.year.from + 30 * month
          const periodStart = folder.year.from + startsAfter
          const expected = priceOf({
            folder: { ...folder, rates },
            benefit,
            person,
            choice,
            on,
            payDaysAYear,
            payDays: periodsThatBegin(folder.year, payDaysAYear, periodStart),
            potLeft,
            reads: () => undefined,
          })
          const definition = definitions.get(benefit.code)
          if (!definition) throw new Error('Every benefit has a definition')
          const outcome = priceSelection({
            definition,
            rates: asRateTables(rates),
            facts: {
              dateOfBirth: isoDate.parse(iso(person.born)),
              salaries,
              weeklyHours: '37.5',
              fte: '1',
              payPeriods: payDaysAYear,
              periodStart: isoDate.parse(iso(periodStart)),
              taxCountry: 'rUK',
              family: person.family.map(({ name, relation, born: date }) => ({
                id: name,
                relation,
                dateOfBirth: isoDate.parse(iso(date)),
              })),
            },
            choice,
            on: isoDate.parse(iso(on)),
            schemeYear: { from: isoDate.parse(iso(folder.year.from)), to: isoDate.parse(iso(folder.year.to)) },
            payDaysLeft,
            ...(potLeft > 0n && { pot: potOf(potLeft) }),
          })
          expect(shown(outcome)).toEqual('refused' in expected ? expected : shownAlike(expected, payDaysLeft))
          expect(unsound(outcome)).toEqual([])
        },
      ),
      { numRuns: runs, seed: randomTestSeed('any choice') },
    )
  },
)

function shown(outcome: PriceOutcome) {
  if (outcome.outcome === 'not-priced') return { refused: outcome.sentence }
  const { employeeYearly, employerYearly, cover, parts } = outcome.price
  return {
    yearly: { employee: employeeYearly, employer: employerYearly },
    cover: cover && { chosen: cover.selected, runs: cover.effective },
    parts: parts.map(({ payer, taxMethod, payCode, total, shares }) => [payer, taxMethod, payCode, total, shares]),
  }
}

function shownAlike({ yearly, cover, parts }: Price, payDaysLeft: number) {
  return {
    yearly,
    cover,
    parts: parts.map(({ side, method, payCode, whole, over, shares }) => {
      const count = over === 'the year' ? shares : typeof over === 'number' ? over : payDaysLeft
      return [side, method, payCode, whole, exact.splitPence(whole, count)]
    }),
  }
}

function unsound(outcome: PriceOutcome): string[] {
  if (outcome.outcome === 'not-priced') return []
  const { parts, employeePerPeriod, employerPerPeriod, employeeYearly, employerYearly, orderTotal, trace } =
    outcome.price
  const whole = (payer: 'employee' | 'employer') =>
    sum(parts.filter((part) => part.payer === payer).map(({ total }) => total))
  const again = recompute(trace)
  const holds = {
    'shares make the whole of each part': parts.every(({ total, shares }) => sum(shares) === total),
    "the employee's pay days make their parts": sum(employeePerPeriod) === whole('employee'),
    "the employer's pay days make theirs": sum(employerPerPeriod) === whole('employer'),
    'pay days make the year': orderTotal !== undefined || sum(employeePerPeriod) === employeeYearly,
    'the derivation leads to the price':
      again.employeeYearly === employeeYearly && again.employerYearly === employerYearly,
  }
  return Object.entries(holds).flatMap(([what, does]) => (does ? [] : [what]))
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}
