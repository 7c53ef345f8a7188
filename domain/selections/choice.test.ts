import { describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { visibleOptions, checkChoice } from './choice.rules.ts'
import type { BenefitDefinitionInput } from '../definition/definition.ts'
import * as samples from '../../features/scheme/definition.samples.ts'
import type { PersonFacts } from '../pricing/price-facts.ts'
import type { ChoiceRequest } from './choice-request.ts'
import { benefitDefinition } from '../../features/scheme/benefit-definition.rules.ts'
import { sampleFacts } from '../../features/selections/person-facts.samples.ts'

const day = (date: string) => isoDate.parse(date)
const facts: PersonFacts = {
  ...sampleFacts,
  dateOfBirth: day('1992-03-10'),
  taxBand: 'basic',
  family: [
    { id: 'tom', relation: 'partner', dateOfBirth: day('1990-01-01') },
    { id: 'ivy', relation: 'dependant', dateOfBirth: day('2019-08-20') },
    { id: 'max', relation: 'dependant', dateOfBirth: day('2006-12-01') },
  ],
}

function faults(
  definition: BenefitDefinitionInput,
  values: Record<string, string>,
  people: string[] = [],
  more: Partial<ChoiceRequest> = {},
) {
  return checkChoice({
    definition: benefitDefinition.parse(definition),
    choice: { values, people },
    facts,
    on: day('2026-12-01'),
    ...more,
  })
}

describe('valid choice', () => {
  it.each<[string, BenefitDefinitionInput, Record<string, string>, string[]]>([
    ['dental for the family', samples.dental, { level: 'level-2' }, ['tom', 'ivy']],
    ['two days bought', samples.holidayTrading, { trade: 'buy', 'buy-days': '2' }, []],
    ['a bicycle', samples.cycleToWork, { value: '1000' }, []],
    ['half a per cent', samples.pension, { percent: '5.5' }, []],
    [
      'a partner who smokes',
      samples.criticalIllness,
      { multiple: '2', smoker: 'no', 'partner-smoker': 'yes' },
      ['tom'],
    ],
  ])('%s', (_, definition, values, people) => expect(faults(definition, values, people)).toEqual({}))
})

describe('refusal of a choice', () => {
  it('names the limits when a number is outside them', () => {
    expect(faults(samples.cycleToWork, { value: '50' })).toEqual({ value: 'Please enter a value between 100 and 3000' })
    expect(faults(samples.cycleToWork, { value: '3050' })).toEqual({
      value: 'Please enter a value between 100 and 3000',
    })
  })

  it.each<[string, BenefitDefinitionInput, Record<string, string>, string[], Record<string, string>]>([
    ['nothing chosen', samples.dental, {}, [], { level: 'This field is required' }],
    [
      'a level that is not offered',
      samples.dental,
      { level: 'level-9' },
      [],
      { level: 'Please choose one of the options offered' },
    ],
    ['words for a number', samples.cycleToWork, { value: 'lots' }, [], { value: 'Please enter a number' }],
    ['a number in another notation', samples.cycleToWork, { value: '1e3' }, [], { value: 'Please enter a number' }],
    [
      'a value between steps',
      samples.cycleToWork,
      { value: '1025' },
      [],
      { value: 'Please enter a value in steps of 50, starting from 100' },
    ],
    [
      'half a day',
      samples.holidayTrading,
      { trade: 'buy', 'buy-days': '1.5' },
      [],
      { 'buy-days': 'Please enter whole days' },
    ],
    [
      'an answer nobody asked for',
      samples.holidayTrading,
      { trade: 'buy', 'buy-days': '1', 'sell-days': '3' },
      [],
      { 'sell-days': 'This benefit has no such option. Please remove it' },
    ],
    [
      'a stranger',
      samples.dental,
      { level: 'level-1' },
      ['someone'],
      { people: 'Please choose people from your family members' },
    ],
    [
      'one person twice',
      samples.dental,
      { level: 'level-1' },
      ['ivy', 'ivy'],
      { people: 'Please choose people from your family members' },
    ],
    ['a child who is no child any more', samples.dental, { level: 'level-1' }, ['max'], {}],
    [
      'a child where only couples are covered',
      samples.criticalIllness,
      { multiple: '1', smoker: 'no' },
      ['ivy'],
      { people: 'This benefit does not cover children or other dependants. Please remove them' },
    ],
    [
      'family where nobody is covered',
      samples.cycleToWork,
      { value: '1000' },
      ['ivy'],
      { people: 'This benefit covers you alone. Please remove your family members' },
    ],
  ])('%s', (_, definition, values, people, expected) => expect(faults(definition, values, people)).toEqual(expected))

  it('ends cover of a dependant on the birthday that reaches the age limit', () => {
    // The child Max is 20 on 30 November 2027 and 21 on 1 December 2027.
    expect(faults(samples.dental, { level: 'level-1' }, ['max'], { on: day('2027-11-30') })).toEqual({})
    expect(faults(samples.dental, { level: 'level-1' }, ['max'], { on: day('2027-12-01') })).toEqual({
      people: 'This benefit covers dependants until they are 21. Please remove anyone older',
    })
  })

  it('asks whether a partner smokes only if a partner is covered', () => {
    const definition = benefitDefinition.parse(samples.criticalIllness)
    const asked = (people: string[]) =>
      visibleOptions({ definition, choice: { values: {}, people }, facts }).map((option) => option.code)
    expect(asked([])).not.toContain('partner-smoker')
    expect(asked(['tom'])).toContain('partner-smoker')
  })

  it('allows cover to increase by one step a year, from the level at the start of the year', () => {
    const held = { values: { multiple: '5' }, people: [] }
    expect(faults(samples.lifeAssurance, { multiple: '6' }, [], { heldAtYearStart: held })).toEqual({})
    expect(faults(samples.lifeAssurance, { multiple: '7' }, [], { heldAtYearStart: held })).toEqual({
      multiple:
        'You can choose up to 6 this scheme year. You can increase it further when the annual window opens again',
    })
    expect(faults(samples.lifeAssurance, { multiple: '4' }, [], { heldAtYearStart: held })).toEqual({})
  })

  it.each([
    ['basic', '243', '244'],
    ['higher', '124', '125'],
    ['additional', '110', '111'],
  ] as const)('limits childcare vouchers of a %s rate taxpayer to £%s', (taxBand, most, more) => {
    const person = { facts: { ...facts, taxBand } }
    expect(faults(samples.childcareVouchers, { monthly: most }, [], person)).toEqual({})
    expect(faults(samples.childcareVouchers, { monthly: more }, [], person)).toEqual({
      monthly: `Please enter a value between 1 and ${most}`,
    })
  })
})

describe('selling holiday never leaves less than the statutory minimum', () => {
  const selling = (entitlementDays: string) => ({
    ...samples.holidayTrading,
    price: [
      { ...samples.holidayTrading.price[0], price: { ...samples.holidayTrading.price[0]?.price, entitlementDays } },
    ],
  })
  it.each([
    ['33', '1', '3', {}],
    ['31', '1', '3', {}],
    [
      '30',
      '1',
      '3',
      { 'sell-days': 'You must keep 28 days of holiday a year, which the law guarantees. Please sell fewer days' },
    ],
    ['30', '1', '2', {}],
    // 0.6 × 33 = 19.8 and 0.6 × 28 = 16.8, so exactly three days can be sold.
    ['33', '0.6', '3', {}],
    [
      '32',
      '0.6',
      '3',
      { 'sell-days': 'You must keep 16.8 days of holiday a year, which the law guarantees. Please sell fewer days' },
    ],
  ])('%s days at %s of full time, with %s sold', (entitlement, fte, days, expected) => {
    expect(
      faults(benefitDefinition.parse(selling(entitlement)), { trade: 'sell', 'sell-days': days }, [], {
        facts: { ...facts, fte },
      }),
    ).toEqual(expected)
  })
})
