import { describe, expect, it } from 'vitest'
import type { BenefitDefinitionInput } from '../definition/definition.ts'
import { cycleToWork, dental, holidayTrading, pension } from '../../features/scheme/definition.samples.ts'
import { continuationFaults } from '../../features/renewal/renewal-faults.rules.ts'
import { renewalOf, renewedValues } from './renewal.rules.ts'
import { benefitDefinition } from '../../features/scheme/benefit-definition.rules.ts'

const read = (benefit: BenefitDefinitionInput) => benefitDefinition.parse(benefit)
const faultsOf = (benefit: BenefitDefinitionInput) =>
  (benefitDefinition.safeParse(benefit).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)

describe('effect of a new scheme year on a benefit', () => {
  it('is what the benefit defines, or the default for its kind of benefit', () => {
    expect([pension, dental, holidayTrading, cycleToWork].map((each) => renewalOf(read(each)))).toEqual([
      'continue',
      'continue',
      'end',
      'runs-out',
    ])
    expect(renewalOf(read({ ...dental, renewal: 'end' }))).toBe('end')
    expect(renewalOf(read({ ...holidayTrading, renewal: 'continue' }))).toBe('continue')
  })

  it('cannot be set if it is fixed for that kind of benefit, or if its `renewsAs` is incomplete', () => {
    expect(faultsOf({ ...cycleToWork, renewal: 'end' })).toEqual([
      'renewal: An order continues until its last instalment and has no renewal',
    ])
    expect(faultsOf({ ...pension, renewal: 'end' })).toEqual([
      'renewal: A pension continues over scheme years and does not end with one',
    ])
    expect(faultsOf({ ...dental, renewal: 'map' })).toEqual(["renewal: 'renewal: map' needs renewsAs"])
    expect(faultsOf({ ...dental, renewsAs: { level: { old: 'level-2' } } })).toEqual([
      "renewsAs: renewsAs needs 'renewal: map'",
    ])
    expect(faultsOf({ ...dental, renewal: 'map', renewsAs: { level: { old: 'level-9' } } })).toEqual([
      'renewsAs.level.old: The option "level" has no level "level-9"',
    ])
  })
})

const level = (...levels: string[]) => ({
  kind: 'levels' as const,
  code: 'level',
  label: 'Level',
  levels: levels.map((code) => ({ code, label: code })),
})
const percent = (min: string, max: string, step = '1') => ({
  kind: 'range' as const,
  code: 'contribution',
  label: 'Your contribution',
  unit: 'percent' as const,
  min,
  max,
  step,
})
/** The price does not matter, because these tests only read the options. */
const withOptions = (options: BenefitDefinitionInput['options'], more: Partial<BenefitDefinitionInput> = {}) =>
  read({
    ...pension,
    options,
    price: [
      {
        code: 'flat',
        label: 'Price',
        paidBy: 'employee',
        price: { method: 'flat', every: 'month', amount: { fixed: 1 } },
      },
    ],
    ...more,
  })

describe('values of a choice in the next scheme year', () => {
  it('are unchanged if the options are unchanged', () => {
    const same = withOptions([level('one', 'two'), percent('3', '10')])
    expect(renewedValues({ level: 'two', contribution: '5' }, { before: same, after: same })).toEqual({
      values: { level: 'two', contribution: '5' },
      capped: [],
    })
  })

  it('are converted by `renewsAs`: removed options are left out, and new options get their defaults', () => {
    const before = withOptions([level('one', 'two'), { ...percent('0', '500'), code: 'excess', unit: 'pounds' }])
    const after = withOptions([level('basic', 'two'), { ...level('yes', 'no'), code: 'travel', default: 'no' }], {
      renewal: 'map',
      renewsAs: { level: { one: 'basic' }, excess: 'removed' },
    })
    expect(renewedValues({ level: 'one', excess: '100' }, { before, after }).values).toEqual({
      level: 'basic',
      travel: 'no',
    })
  })

  it('are limited to the new range, and rounded to a valid step', () => {
    const before = withOptions([percent('1', '20')])
    const under = (after: BenefitDefinitionInput['options'], value: string) =>
      renewedValues({ contribution: value }, { before, after: withOptions(after) })
    expect(under([percent('3', '10')], '12')).toEqual({
      values: { contribution: '10' },
      capped: [{ option: 'contribution', from: '12', to: '10' }],
    })
    expect(under([percent('3', '10')], '2').values).toEqual({ contribution: '3' })
    expect(under([percent('3', '10', '2')], '6').values).toEqual({ contribution: '5' })
    expect(under([percent('3', '10', '2')], '7').capped).toEqual([])
  })
})

describe('options of a choice that cannot continue in the next scheme year', () => {
  const messages = (before: BenefitDefinitionInput['options'], after: Parameters<typeof withOptions>) =>
    [...continuationFaults(withOptions(before), withOptions(...after))].map(({ message }) => message)

  it('are removed levels and options, options whose kind changed, and new options without a default', () => {
    expect(messages([level('one', 'two')], [[level('two')]])).toEqual([
      "The option 'level' no longer has 'one': say in renewsAs what it becomes",
    ])
    expect(messages([level('one'), percent('1', '9')], [[level('one')]])).toEqual([
      "The option 'contribution' is no longer there: say in renewsAs that it is removed",
    ])
    expect(messages([percent('1', '9')], [[{ ...percent('1', '9'), unit: 'pounds' }]])).toEqual([
      "The option 'contribution' was of percent and is of pounds: nobody can continue with it",
    ])
    expect(messages([], [[level('one')]])).toEqual([
      "The option 'level' is new and needs a default, which people who continue have",
    ])
  })

  it('do not exist if `renewsAs` converts all options', () => {
    const mapped = { renewal: 'map' as const, renewsAs: { level: { one: 'two' }, contribution: 'removed' as const } }
    expect(messages([level('one', 'two'), percent('1', '9')], [[level('two')], mapped])).toEqual([])
  })
})
