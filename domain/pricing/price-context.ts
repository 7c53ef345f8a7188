import type { IsoDate } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'
import type { BenefitDefinition } from '../definition/definition.ts'
import type { Choice, CoverTier } from '../definition/options.ts'
import type { SynchronousCostEngine, PartnerQuote } from './cost-engine.ts'
import type { FamilyMember, PersonFacts } from './price-facts.ts'
import { priceMessages } from './price.messages.ts'
import { type RateRow, type RateTable, rateTableOn, rowFor } from './rate-table.ts'
import type { DeductedTotal } from './deductions-to-date.rules.ts'
import type { Derivation, Source, TracedFigure, Unit } from './trace.ts'
import { isNumber } from '../definition/decimal.ts'
import type { AllowanceInUse } from './available-allowance.ts'

export type PriceRequest = {
  definition: BenefitDefinition
  rates: readonly RateTable[]
  facts: PersonFacts
  choice: Choice
  on: IsoDate
  /** The day the choice took effect, if cover in force is repriced from a later day. Default: `on`. */
  chosenFrom?: IsoDate
  schemeYear: { from: IsoDate; to: IsoDate }
  /** Remaining pay days for a fixed yearly total. Default: all pay days of the scheme year. */
  payDaysLeft?: number
  /** Remaining pay days of a leaver. An order is charged within them, even if its hire period is longer. */
  payDaysInEmployment?: number
  taken?: readonly DeductedTotal[]
  /** The flex allowance that pays for the choice, or that is itself priced. Default: none. */
  pot?: AllowanceInUse
  decidedCover?: DecidedCover
  /** Prices from business partners: their replies, or quotes already agreed. Default: the tariffs of the scheme. */
  partner?: SynchronousCostEngine
}

export type DecidedCover = { employee?: CoverDecision; partner?: CoverDecision }
export type CoverDecision = { asked: Pence; accepted: Pence }

export type Context = PriceRequest & {
  derivation: Derivation
  tier?: CoverTier
  /** Set only when the flex allowance itself is priced: the remainder after all choices that it pays for. */
  potLeft?: TracedFigure
  cover: { employee: CoverSoFar; partner: CoverSoFar }
  earlier: { quantities: PartOfTotal[]; covers: PartOfTotal[] }
  quotes: PartnerQuote[]
}
/** Parts with the same key are added before rounding. */
export type PartOfTotal = { key: string; part: TracedFigure }
export type CoverSoFar = { selected: Pence; effective: Pence }

export type NoPriceReason =
  | 'choice-incomplete'
  | 'salary-unknown'
  | 'rate-missing'
  | 'age-outside-bands'
  | 'partner-refused'
  | 'partner-unreachable'

export class NotPriced extends Error {
  readonly reason: NoPriceReason
  readonly field: string | undefined
  constructor(reason: NoPriceReason, sentence: string, field?: string) {
    super(sentence)
    this.reason = reason
    this.field = field
  }
}

export function chosenNumber({ definition, choice, derivation, on }: Context, code: string): TracedFigure {
  const option = definition.options.find((one) => one.code === code)
  const value = choice.values[code]
  if (!option || value === undefined)
    throw new NotPriced('choice-incomplete', priceMessages.chooseFirst(option?.label ?? code))
  const source = { source: priceMessages.yourChoice, effectiveDate: on }
  if (option.kind === 'range' && isNumber(value))
    return derivation.given(option.label, value, option.unit satisfies Unit, source)
  const level = option.kind === 'levels' ? option.levels.find((one) => one.code === value) : undefined
  if (level?.value === undefined) throw new NotPriced('choice-incomplete', priceMessages.chooseFirst(option.label))
  return derivation.given(`${option.label}: ${level.label}`, level.value, 'number', source)
}

export function chosenCode({ definition, choice }: Context, code: string): string {
  const value = choice.values[code]
  if (value !== undefined) return value
  throw new NotPriced(
    'choice-incomplete',
    priceMessages.chooseFirst(definition.options.find((one) => one.code === code)?.label ?? code),
  )
}

export function chosenLabels({ definition, choice }: Context, codes: readonly string[]): string {
  return codes
    .flatMap((code) => {
      const option = definition.options.find((one) => one.code === code)
      if (option?.kind !== 'levels') return []
      const level = option.levels.find((one) => one.code === choice.values[code])
      return level ? [level.label] : []
    })
    .join(', ')
}

/** Returns the salary, recorded in the derivation. Throws `NotPriced` if it is unknown or £0. */
export function salaryOf(
  { facts, derivation, on }: Context,
  kind: keyof PersonFacts['salaries'],
  digits: (pence: Pence) => string,
): TracedFigure {
  if (facts.salaries[kind] === 0n) throw new NotPriced('salary-unknown', priceMessages.salaryUnknown)
  return derivation.given(priceMessages.salary[kind], digits(facts.salaries[kind]), 'pounds', {
    source: priceMessages.employmentFacts,
    effectiveDate: on,
  })
}

/** Scheme rules have no dates, so they apply from the first day of the scheme year. */
export function schemeSource({ definition, schemeYear }: Context): Source {
  return { source: priceMessages.schemeRules(definition.name), effectiveDate: schemeYear.from }
}

export function yearlyAmount(context: Context, amount: TracedFigure, every: 'month' | 'year'): TracedFigure {
  if (every === 'year') return amount
  return context.derivation.step({
    rule: 'twelve-months',
    label: priceMessages.yearly(amount.label),
    inputs: [amount],
    ...schemeSource(context),
  })
}

export function rateTableInForce({ rates, on }: Context, code: string): RateTable {
  const table = rateTableOn(rates, code, on)
  if (!table) throw new NotPriced('rate-missing', priceMessages.noRates(code))
  return table
}

export function recordRate(
  context: Context,
  { code, keys, column, label, unit }: { code: string; keys: RateRow; column: string; label: string; unit: Unit },
): TracedFigure {
  const table = rateTableInForce(context, code)
  return recordRateOfRow(context, { table, row: rowFor(table, keys), column, label, unit })
}

export function recordRateOfRow(
  { derivation }: Context,
  {
    table,
    row,
    column,
    label,
    unit,
  }: { table: RateTable; row: RateRow | undefined; column: string; label: string; unit: Unit },
): TracedFigure {
  const value = row?.[column]
  if (value === undefined || !/^\d+(\.\d+)?$/.test(value))
    throw new NotPriced('rate-missing', priceMessages.noRates(table.code))
  return derivation.given(label, value, unit, { source: table.source, effectiveDate: table.effectiveFrom })
}

export function earlierParts(parts: PartOfTotal[], added: PartOfTotal): TracedFigure[] {
  const earlier = parts.flatMap(({ key, part }) => (key === added.key ? [part] : []))
  parts.push(added)
  return earlier
}

export function peopleCovered({ facts, choice }: Pick<Context, 'facts' | 'choice'>): FamilyMember[] {
  return facts.family.filter((member) => choice.people.includes(member.id))
}

export function tierOf(members: readonly FamilyMember[]): CoverTier {
  const partner = members.some((member) => member.relation === 'partner')
  const dependants = members.some((member) => member.relation === 'dependant')
  if (partner) return dependants ? 'family' : 'couple'
  return dependants ? 'single-parent' : 'single'
}
