import { expect, it } from 'vitest'
import type { BenefitOption, Choice } from '../../domain/definition/options.ts'
import { keepsOrLowersCover } from './cover-increase.rules.ts'

const options: BenefitOption[] = [
  {
    kind: 'levels',
    code: 'level',
    label: 'Level',
    levels: [
      { code: 'gold', label: 'Gold' },
      { code: 'silver', label: 'Silver' },
    ],
  },
  {
    kind: 'levels',
    code: 'share',
    label: 'Share',
    levels: [
      { code: 'half', label: 'Half', value: '50' },
      { code: 'most', label: 'Most', value: '75' },
    ],
  },
]
const priced = (values: Choice['values'], people: string[], [employee, employer]: [string, string]) => ({
  choice: { values, people },
  price: { employeeYearly: employee, employerYearly: employer },
})
const running = priced({ level: 'gold', share: 'half', number: '5' }, ['tom', 'lily'], ['10000', '5000'])

it.each([
  ['the same choice', { level: 'gold', share: 'half', number: '5' }, ['tom', 'lily'], ['10000', '5000'], true],
  [
    'a lower number, also where age makes it dearer',
    { level: 'gold', share: 'half', number: '4' },
    ['tom', 'lily'],
    ['12000', '0'],
    true,
  ],
  [
    'a higher number, also where it is cheaper',
    { level: 'gold', share: 'half', number: '10' },
    [],
    ['100', '0'],
    false,
  ],
  ['fewer people', { level: 'gold', share: 'half', number: '5' }, ['tom'], ['9000', '5000'], true],
  ['somebody else', { level: 'gold', share: 'half', number: '5' }, ['maisie'], ['1000', '0'], false],
  ['a cheaper level', { level: 'silver', share: 'half', number: '5' }, ['tom', 'lily'], ['9000', '5000'], true],
  [
    'a level that costs the employer more',
    { level: 'silver', share: 'half', number: '5' },
    [],
    ['9000', '7000'],
    false,
  ],
  ['a level of a higher value', { level: 'gold', share: 'most', number: '5' }, [], ['9000', '0'], false],
  ['a number that was not chosen', { level: 'gold', share: 'half', other: '1' }, [], ['9000', '0'], false],
] as const)('a choice is an increase only if it covers more than before: %s', (_, values, people, cost, lower) => {
  const asked = priced(values, [...people], [...cost])
  expect(keepsOrLowersCover({ options }, { asked, running })).toBe(lower)
})
