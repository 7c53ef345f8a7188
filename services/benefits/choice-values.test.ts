import { describe, expect, it } from 'vitest'
import { readChoice, setupValuesOf } from './choice-values.rules.ts'
import { dental, pension } from '../../features/scheme/definition.samples.ts'
import { benefitDefinition } from '../../features/scheme/benefit-definition.rules.ts'

const teeth = benefitDefinition.parse(dental)
const old = benefitDefinition.parse(pension)

describe('setup values', () => {
  it('can be converted to a choice and back without a change', () => {
    const values = { level: 'level-2', people: ['b7a7f1f2-4a52-4d3e-9a6d-0d3c8f3c6a11'] }
    const { choice, faults } = readChoice(teeth, values)
    expect([choice, faults]).toEqual([{ values: { level: 'level-2' }, people: values.people }, {}])
    expect(setupValuesOf(teeth, choice)).toEqual(values)
  })

  it('store numbers as digits', () => {
    expect(readChoice(old, { percent: 5.5 }).choice.values).toEqual({ percent: '5.5' })
    expect(setupValuesOf(old, { values: { percent: '5.5' }, people: [] })).toEqual({ percent: 5.5 })
  })

  it('are refused if they have the wrong type or belong to no field; the error names the field', () => {
    expect(Object.keys(readChoice(teeth, { level: 2, people: 'Tom', colour: 'red' }).faults)).toEqual([
      'level',
      'people',
      'colour',
    ])
    for (const percent of [true, 'five', '', ' ', 'NaN', 'Infinity', -5, 1e21, ['5']])
      expect(Object.keys(readChoice(old, { percent }).faults)).toEqual(['percent'])
  })
})
