import { expect, it } from 'vitest'
import { describeAnswer } from './describe-answer.rules.ts'

it.each([
  ['Level', 'Level 2', 'Level 2'],
  ['Contribution', '6%', 'Contribution: 6%'],
  ['Yearly increase', 'Yes', 'Yearly increase: Yes'],
  ['Would you like more each April?', 'No', 'Would you like more each April? No'],
  ['Excess', 'No excess', 'No excess'],
])('the option %s, answered with %s, is shown as %s', (label, value, words) => {
  expect(describeAnswer({ label, value })).toBe(words)
})
