import { expect, it } from 'vitest'
import { hiddenGroups } from './hidden-groups.rules.ts'

const hidden = (groups: Record<string, readonly number[]>) =>
  [
    ...hiddenGroups(
      Object.entries(groups).map(([key, counts]) => ({ key, counts })),
      5,
    ),
  ].toSorted()

it('groups with fewer people than the smallest allowed group are hidden, and groups without people are shown [S-53]', () => {
  expect(hidden({ HR: [3], IT: [2], OPS: [50], LEGAL: [0] })).toEqual(['HR', 'IT'])
  expect(hidden({ OPS: [5], CREW: [50] })).toEqual([])
})

it('the next smallest group is also hidden if a hidden group could otherwise be calculated [S-53]', () => {
  expect(hidden({ HR: [4], IT: [6], OPS: [50] })).toEqual(['HR', 'IT'])
  expect(hidden({ HR: [1], IT: [2], OPS: [50] })).toEqual(['HR', 'IT', 'OPS'])
})

it('the counts of a group are all hidden if any of them is small [S-53]', () => {
  expect(hidden({ HR: [20, 1], IT: [30, 9], OPS: [50, 20] })).toEqual(['HR', 'IT'])
})
