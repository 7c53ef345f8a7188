import { describe, expect, it } from 'vitest'
import {
  levelField,
  peopleField,
  sampleBenefit,
  tradeFields,
  valueField,
} from '../../features/benefits/benefits.samples.ts'
import { initialValues, fieldProblems, showNumber, stepsFor, valuesToSend } from './setup.rules.ts'
import { tierOf } from '../../features/benefit-setup/setup-people.rules.ts'

describe('steps of the setup', () => {
  it('are each field, the terms until they are accepted, the review and the confirmation', () => {
    expect(stepsFor(sampleBenefit())).toEqual(['options', 'people', 'terms', 'review', 'confirmation'])
    const accepted = { terms: [{ id: 't', version: 1, accepted: true }] }
    expect(stepsFor(sampleBenefit({ ...accepted, setupFields: [valueField] }))).toEqual([
      'cost',
      'review',
      'confirmation',
    ])
    expect(stepsFor(sampleBenefit({ setupFields: [], termsAndConditionsShown: false }))).toEqual([
      'review',
      'confirmation',
    ])
  })
})

describe('values of the setup', () => {
  it('start with the current choice, otherwise with the default, otherwise with the smallest value', () => {
    expect(initialValues([levelField, peopleField, valueField], null)).toEqual({ covered: [], value: 1000 })
    expect(initialValues([levelField, valueField], { level: 'level-2', value: 250 })).toEqual({
      level: 'level-2',
      value: 250,
    })
    expect(initialValues([{ ...valueField, initial: null }], null)).toEqual({ value: 100 })
  })

  it('are sent only for visible fields', () => {
    const values = { trade: 'sell', 'buy-days': 3, 'sell-days': 2 }
    expect(valuesToSend(tradeFields, values)).toEqual({ trade: 'sell', 'sell-days': 2 })
    expect(valuesToSend(tradeFields, { ...values, 'sell-days': Number.NaN })).toEqual({ trade: 'sell' })
  })

  it.each([
    [100, []],
    [3000, []],
    [99, ['Please enter a value between £100.00 and £3,000.00']],
    [3050, ['Please enter a value between £100.00 and £3,000.00']],
    [1025, ['Please enter a value in steps of £50.00, starting from £100.00']],
    [undefined, ['This field is required']],
    [Number.NaN, ['Please enter a number, such as £100.00']],
  ])('can be a number: %s', (value, messages) => {
    const values = value === undefined ? {} : { value }
    expect(fieldProblems([valueField], values).map((problem) => problem.message)).toEqual(messages)
  })

  it('change by tenths without binary rounding errors', () => {
    const tenths = {
      ...valueField,
      input: { ...valueField.input, kind: 'number', unit: 'percent', min: 0, max: 9, step: 0.1 } as const,
    }
    expect(fieldProblems([tenths], { value: 0.3 })).toEqual([])
    expect(fieldProblems([tenths], { value: 0.35 })).toHaveLength(1)
    expect(fieldProblems([tenths], { value: 0.30001 })).toHaveLength(1)
  })

  it('of hidden fields are not validated', () => {
    expect(fieldProblems(tradeFields, { trade: 'sell', 'buy-days': 99, 'sell-days': 1 })).toEqual([])
  })
})

it('the ticked people become the people covered', () => {
  const people = peopleField.input.kind === 'people' ? peopleField.input.people : []
  expect([[], ['p1'], ['p2'], ['p1', 'p2'], ['somebody else']].map((chosen) => tierOf(people, chosen))).toEqual([
    'single',
    'couple',
    'single-parent',
    'family',
    'single',
  ])
})

it('values are shown with their unit', () => {
  expect(showNumber({ unit: 'pounds' }, 12345.67)).toBe('£12,345.67')
  expect([1, 2].map((days) => showNumber({ unit: 'days' }, days))).toEqual(['1 day', '2 days'])
  expect(showNumber({ unit: 'percent' }, 4.5)).toBe('4.5%')
  expect(showNumber({ unit: 'multiple' }, 4)).toBe('4 × salary')
})
