import type { IsoDate } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'
import type { TaxTable } from '../tax/tax-table.ts'
import type { AutoEnrolment } from '../definition/auto-enrolment.ts'
import type { BenefitDefinition } from '../definition/definition.ts'
import type { DefinitionFault } from '../selections/option-checks.rules.ts'
import type { Choice, RangeOption } from '../definition/options.ts'
import { penceFromDigits, roundHalfUp } from '../pricing/money.ts'
import {
  add,
  compare,
  divide,
  fromDecimal,
  multiply,
  type Rational,
  subtract,
  fromInteger,
} from '../pricing/rational.ts'
import { minimumMessages as say } from './enrolment.messages.ts'

type Figures = TaxTable['autoEnrolment']
type MinimumRule = NonNullable<AutoEnrolment['minimum']>
type Definition = Pick<BenefitDefinition, 'autoEnrolment' | 'options' | 'price' | 'coreChoice'>

/** Percentages of pensionable pay: employee and employer together (`inAll`), and the employer alone. */
type Rates = { inAll: Rational; employer: Rational }

/** Returns why a choice is below the minimum; undefined if it is high enough or allowed. Amounts in pence a year. */
export function belowMinimum(
  { autoEnrolment: rules }: Pick<Definition, 'autoEnrolment'>,
  {
    choice,
    inAll,
    employer,
    salaries,
    figures,
  }: {
    choice: Choice
    inAll: Pence
    employer: Pence
    salaries: { basic: Pence; pensionable: Pence }
    figures: Figures
  },
): string | undefined {
  if (!rules || isAllowedBelow(rules, choice)) return undefined
  const least = leastOf(rules.minimum ?? 'qualifying-earnings', { salaries, figures })
  if (least.base === 0n) return undefined
  const [leastInAll, leastEmployer] = [
    percentOf(least.base, least.percentInAll),
    percentOf(least.base, least.percentEmployer),
  ]
  if (inAll >= leastInAll && employer >= leastEmployer) return undefined
  return say.below({ ...least, inAll: leastInAll, employer: leastEmployer })
}

export function contributionOption({ options, price }: Definition): string | undefined {
  const used = price.flatMap(({ price: part }) =>
    part.method === 'percentage' && typeof part.percent === 'object' ? [part.percent.option] : [],
  )
  return options.find(({ code }) => used.includes(code))?.code
}

/** Yields faults: core cover below the minimum at some salary, and other values below it at every salary. */
export function* minimumFaults(definition: Definition, figures: Figures): Generator<DefinitionFault> {
  const { autoEnrolment: rules, options, coreChoice } = definition
  const name = contributionOption(definition)
  const index = options.findIndex(({ code }) => code === name)
  const option = options[index]
  if (!rules || !option || option.kind === 'people') return
  const minimum = rules.minimum ?? 'qualifying-earnings'
  const sentence = say.ofFolder[minimum]
  for (const value of option.kind === 'range' ? valuesOf(option) : option.levels.map(({ code }) => code)) {
    const rates = ratesOf(definition, option.code, value)
    if (!rates || rules.belowMinimum?.[option.code]?.includes(value)) continue
    if (isBelow(rates, leastRates(minimum, figures, 'anybody')))
      yield { path: ['options', index], message: say.levelBelow(`${option.label} ${value}`, sentence) }
  }
  const core = coreChoice?.values[option.code]
  const enrolledWith = core === undefined ? undefined : ratesOf(definition, option.code, core)
  if (enrolledWith && isBelow(enrolledWith, leastRates(minimum, figures, 'everybody')))
    yield { path: ['coreChoice'], message: say.coreBelow(sentence) }
}

function isAllowedBelow({ belowMinimum: allowed = {} }: AutoEnrolment, { values }: Choice) {
  return Object.entries(allowed).some(([name, list]) => list.includes(values[name] ?? ''))
}

type Least = { base: Pence; percentInAll: string; percentEmployer: string; of: 'qualifying-earnings' | 'pensionable' }

function leastOf(
  minimum: MinimumRule,
  { salaries, figures }: { salaries: { basic: Pence; pensionable: Pence }; figures: Figures },
): Least {
  if (minimum !== 'qualifying-earnings')
    return { ...figures.certifiedSets[minimum], base: salaries.pensionable, of: 'pensionable' }
  const [lower, upper] = [penceFromDigits(figures.qualifyingFrom), penceFromDigits(figures.qualifyingUpTo)]
  const capped = salaries.basic < upper ? salaries.basic : upper
  const base = capped > lower ? capped - lower : 0n
  const { percentInAll, percentEmployer } = figures
  return { base, percentInAll, percentEmployer, of: 'qualifying-earnings' }
}

function percentOf(base: Pence, percent: string): Pence {
  return roundHalfUp(divide(multiply(fromInteger(base), fromDecimal(percent)), fromInteger(10_000)))
}

/** Returns the minimum as rates of pensionable pay that suffice at some salary (`anybody`) or at each (`everybody`). */
function leastRates(minimum: MinimumRule, figures: Figures, whom: 'anybody' | 'everybody'): Rates {
  const { percentInAll, percentEmployer } = minimum === 'qualifying-earnings' ? figures : figures.certifiedSets[minimum]
  const pay = fromDecimal(whom === 'anybody' ? figures.trigger : figures.qualifyingUpTo)
  const share =
    minimum === 'qualifying-earnings' ? divide(subtract(pay, fromDecimal(figures.qualifyingFrom)), pay) : fromInteger(1)
  return {
    inAll: multiply(fromDecimal(percentInAll), share),
    employer: multiply(fromDecimal(percentEmployer), share),
  }
}

function isBelow(rates: Rates, least: Rates): boolean {
  return compare(rates.inAll, least.inAll) < 0 || compare(rates.employer, least.employer) < 0
}

function ratesOf({ price, options }: Definition, name: string, value: string): Rates | undefined {
  const number = numberOf(options, name, value)
  if (number === undefined) return undefined
  let rates: Rates = { inAll: fromInteger(0), employer: fromInteger(0) }
  for (const { price: part, paidBy } of price) {
    if (part.method !== 'percentage' || part.salary !== 'pensionable') return undefined
    if (paidBy !== 'employee' && paidBy !== 'employer') return undefined
    const percent = percentIn(part, { name, number })
    if (percent === undefined) return undefined
    rates = {
      inAll: add(rates.inAll, percent),
      employer: paidBy === 'employer' ? add(rates.employer, percent) : rates.employer,
    }
  }
  return rates
}

type Percentage = Extract<BenefitDefinition['price'][number]['price'], { method: 'percentage' }>

function percentIn({ percent, match }: Percentage, { name, number }: { name: string; number: Rational }) {
  if (typeof percent === 'string') return fromDecimal(percent)
  if (percent) {
    const { option, above, upTo } = percent
    return option === name && above === undefined && upTo === undefined ? number : undefined
  }
  if (match?.option !== name) return undefined
  const reached = match.steps
    .filter(({ from }) => compare(fromDecimal(from), number) <= 0)
    .toSorted((a, b) => compare(fromDecimal(b.from), fromDecimal(a.from)))[0]
  return fromDecimal(reached?.employer ?? '0')
}

function numberOf(options: Definition['options'], name: string, value: string): Rational | undefined {
  const option = options.find(({ code }) => code === name)
  if (option?.kind === 'range') return fromDecimal(value)
  const level = option?.kind === 'levels' ? option.levels.find(({ code }) => code === value) : undefined
  return level?.value === undefined ? undefined : fromDecimal(level.value)
}

const mostValues = 1_000

function valuesOf({ min, max, step }: RangeOption): string[] {
  const scale = 10 ** Math.max(...[min, max, step].map((digits) => digits.split('.')[1]?.length ?? 0))
  const [from, to, increment] = [min, max, step].map((digits) => Math.round(Number(digits) * scale))
  if (from === undefined || to === undefined || !increment) return []
  const count = Math.min(mostValues, Math.floor((to - from) / increment) + 1)
  return Array.from({ length: Math.max(0, count) }, (_, place) => String((from + place * increment) / scale))
}

export function enrolmentFiguresOn(tables: readonly TaxTable[], day: IsoDate): Figures | undefined {
  return tables.findLast(({ from }) => from <= day)?.autoEnrolment
}
