import type { IsoDate } from '../../contract/dates.ts'
import { poundsFromPence } from '../../contract/money.ts'
import type { BenefitView, SetupField } from '../../domain/selections/benefits.contract.ts'
import { choiceMessages } from '../../domain/selections/choice.messages.ts'
import { rangeFor } from '../../domain/selections/choice.rules.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { coversPartners, isOfAge } from '../../domain/selections/people-covered.rules.ts'
import { pricingFamilyMember } from '../../domain/tax/person-facts.rules.ts'
import {
  type BenefitOption,
  type Choice,
  type LevelsOption,
  partnerAnswers,
  type PeopleOption,
  type RangeOption,
} from '../../domain/definition/options.ts'
import { partnerElsewhereMessages as partnerQuestion } from '../../domain/selections/partner-cover-elsewhere.messages.ts'
import { partnerElsewhere } from '../../domain/selections/partner-cover-elsewhere.rules.ts'
import type { PersonFacts } from '../../domain/pricing/price-facts.ts'
import { optionsOf } from '../../domain/definition/price-methods.ts'
import type { PriceOutcome } from '../../domain/pricing/price.ts'
import { mayBeUnanswered, increasingOptions } from '../../domain/selections/yearly-increase.rules.ts'

type Person = {
  id: string
  name: string
  relationship: 'partner' | 'dependant'
  dateOfBirth: IsoDate
  educationEnds?: IsoDate | null
  disabilityUntil?: IsoDate | null
}

export type FieldsRequest = {
  definition: BenefitDefinition
  facts: PersonFacts
  on: IsoDate
  family: readonly Person[]
  chosen: Choice | undefined
  heldAtYearStart: Choice | undefined
  price: (choice: Choice) => PriceOutcome
}

export function setupFieldsFor(request: FieldsRequest): SetupField[] {
  return request.definition.options.flatMap((option) => [
    {
      name: option.code,
      label: option.label,
      help: helpOf(option, request.facts),
      required: option.kind !== 'people' && !mayBeUnanswered(request.definition, option.code),
      step: stepFor(request.definition, option),
      onlyWhen: conditionFor(request, option),
      initial: initialOf(option),
      input: inputFor(request, option),
    },
    ...aboutPartner(request, option),
  ])
}

function aboutPartner(request: FieldsRequest, option: BenefitOption): SetupField[] {
  const partners = option.kind === 'people' ? partnersFor(request, option) : []
  if (partners.length === 0) return []
  return [
    {
      name: partnerElsewhere,
      label: partnerQuestion.label,
      help: partnerQuestion.help,
      required: true,
      step: 'people',
      onlyWhen: { option: option.code, is: partners },
      initial: null,
      input: {
        kind: 'options',
        options: partnerAnswers.map((value) => ({
          value,
          label: partnerQuestion.answers[value],
          description: null,
          perMonth: null,
        })),
      },
    },
  ]
}

function conditionFor(request: FieldsRequest, { onlyWhen }: BenefitOption): SetupField['onlyWhen'] {
  if (!onlyWhen) return null
  const deciding = request.definition.options.find(({ code }) => code === onlyWhen.option)
  return {
    option: onlyWhen.option,
    is: deciding?.kind === 'people' ? partnersFor(request, deciding) : [onlyWhen.is],
  }
}

function partnersFor({ family, on }: FieldsRequest, option: PeopleOption): string[] {
  return family
    .filter((person) => person.relationship === 'partner' && mayBeCovered(option, person, on))
    .map(({ id }) => id)
}

function stepFor(definition: BenefitDefinition, option: BenefitOption): SetupField['step'] {
  if (isAskedWithCost(definition, option.code)) return 'cost'
  const deciding = definition.options.find(({ code }) => code === option.onlyWhen?.option)
  if (option.kind === 'people' || deciding?.kind === 'people') return 'people'
  return option.kind === 'range' && (option.unit === 'pounds' || option.unit === 'percent') ? 'cost' : 'options'
}

function helpOf(option: BenefitOption, { taxBandBecause }: PersonFacts): string | null {
  if (option.kind === 'people' && option.disabledDependantsStay)
    return [...(option.help ? [option.help] : []), choiceMessages.disabledStay].join('. ')
  if (option.kind !== 'range' || !option.maxByTaxBand || taxBandBecause === undefined) return option.help ?? null
  return [...(option.help ? [option.help] : []), taxBandBecause].join('. ')
}

function isAskedWithCost(definition: BenefitDefinition, code: string): boolean {
  return increasingOptions(definition).some(
    ({ unit, rise: increase }) => increase.onlyWhen?.option === code && (unit === 'pounds' || unit === 'percent'),
  )
}

/** Returns the lowest monthly price in pounds; null if there is none. Negative (days sold) only if all prices are negative. */
export function lowestMonthlyPrice(request: FieldsRequest, fields: readonly SetupField[]): number | null {
  const shown = fields.flatMap(({ input }) =>
    input.kind === 'options' ? input.options.flatMap(({ perMonth }) => (perMonth === null ? [] : [perMonth])) : [],
  )
  const prices = shown.length > 0 ? shown : smallChoices(request).flatMap((choice) => monthlyPrice(request, choice))
  const costs = prices.filter((price) => price >= 0)
  return prices.length > 0 ? Math.min(...(costs.length > 0 ? costs : prices)) : null
}

/** Returns no choices if there are more than 100, because pricing is slow. */
function smallChoices(request: FieldsRequest): Choice[] {
  const { definition } = request
  const parts = definition.price.map(({ price }) => optionsOf(price))
  const priced = new Set(parts.flatMap(({ levels, priced: numbers }) => [...levels, ...numbers]))
  const valuesByOption = definition.options.flatMap((option): [string, string[]][] => {
    if (option.kind === 'people') return []
    if (option.kind === 'range') return [[option.code, [String(limitsOf(request, option).min)]]]
    const levels = option.levels.map(({ code }) => code)
    return [[option.code, priced.has(option.code) ? levels : [option.default ?? levels[0] ?? '']]]
  })
  if (valuesByOption.reduce((count, [, values]) => count * values.length, 1) > 100) return []
  const choices = valuesByOption.reduce<Record<string, string>[]>(
    (before, [code, values]) => before.flatMap((choice) => values.map((value) => ({ ...choice, [code]: value }))),
    [{}],
  )
  return choices.map((values) => ({ values, people: [] }))
}

function monthlyPrice({ price }: FieldsRequest, choice: Choice): number[] {
  const outcome = price(choice)
  return outcome.outcome === 'priced' ? [poundsFromPence(outcome.price.employeeMonthly)] : []
}

/** Prices of the levels of one option: for the employee alone, with the spouse, and with all who can be covered. */
export function levelPrices(request: FieldsRequest): Pick<BenefitView, 'levelPrices'> {
  const { definition, chosen, price } = request
  const priced = new Set(definition.price.flatMap((component) => optionsOf(component.price).priced))
  const compared = definition.options.find(
    (option): option is LevelsOption => option.kind === 'levels' && option.levels.length > 1 && priced.has(option.code),
  )
  if (!compared || compared.levels.length > 4) return {}
  const { values } = chosen ?? defaultsOf(definition)
  const rows = groupsToCover(request).map((people) => ({
    people: people.map(({ id }) => id),
    perMonth: compared.levels.map((level): number | null => {
      const outcome = price({
        values: { ...values, [compared.code]: level.code },
        people: people.map(({ id }) => id),
      })
      return outcome.outcome === 'priced' ? poundsFromPence(outcome.price.employeeMonthly) : null
    }),
  }))
  const known = rows.filter(({ perMonth }) => perMonth.some((amount) => amount !== null))
  return known.length > 0 ? { levelPrices: { field: compared.code, rows: known } } : {}
}

function groupsToCover({ definition, family, on }: FieldsRequest): Person[][] {
  const option = definition.options.find((one) => one.kind === 'people')
  const all = option ? family.filter((person) => mayBeCovered(option, person, on)) : []
  const partners = all.filter(({ relationship }) => relationship === 'partner')
  const groups = [[], partners, all]
  return groups.filter((group, index) => groups.findIndex(({ length }) => length === group.length) === index)
}

function initialOf(option: BenefitOption): SetupField['initial'] {
  if (option.kind === 'people' || option.default === undefined) return null
  return option.kind === 'range' ? Number(option.default) : option.default
}

function inputFor(request: FieldsRequest, option: BenefitOption): SetupField['input'] {
  switch (option.kind) {
    case 'levels':
      return { kind: 'options', options: levelsFor(request, option) }
    case 'range':
      return { kind: 'number', unit: option.unit, ...limitsOf(request, option) }
    case 'people':
      return {
        kind: 'people',
        people: request.family.filter((person) => mayBeCovered(option, person, request.on)).map(personOption),
      }
  }
}

function levelsFor({ definition, chosen, price }: FieldsRequest, { code, levels }: LevelsOption) {
  const decidesPrice = definition.price.some((component) => optionsOf(component.price).priced.includes(code))
  const others = chosen ?? defaultsOf(definition)
  return levels.map((level) => {
    const outcome = decidesPrice ? price({ ...others, values: { ...others.values, [code]: level.code } }) : undefined
    return {
      value: level.code,
      label: level.label,
      description: level.description ?? null,
      perMonth: outcome?.outcome === 'priced' ? poundsFromPence(outcome.price.employeeMonthly) : null,
    }
  })
}

function defaultsOf({ options }: Pick<BenefitDefinition, 'options'>): Choice {
  const values = options.flatMap((option) =>
    option.kind !== 'people' && option.default !== undefined ? [[option.code, option.default]] : [],
  )
  return { values: Object.fromEntries(values), people: [] }
}

function limitsOf({ facts, heldAtYearStart }: FieldsRequest, option: RangeOption) {
  const { min, max, step } = rangeFor(option, { facts, ...(heldAtYearStart && { heldAtYearStart }) })
  return { min: Number(min), max: Number(max), step: Number(step) }
}

function mayBeCovered(option: PeopleOption, person: Person, on: IsoDate): boolean {
  const { tiers } = option
  if (person.relationship === 'partner') return coversPartners(option)
  return (
    isOfAge(option, pricingFamilyMember(person), on) &&
    tiers.some((tier) => tier === 'single-parent' || tier === 'family')
  )
}

function personOption({ id, name, relationship }: Person) {
  return { value: id, label: name, relationship }
}
