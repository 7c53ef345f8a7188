import { expect, it } from 'vitest'
import { nestedRepeats } from './regexes.rules.ts'
import { productSources } from './sources.ts'

it('no pattern divides a text in more and more ways [S-69]', () => {
  expect(nestedRepeats(productSources())).toEqual([])
})

it.each([
  '(a+)+$',
  '([a-z]*)*x',
  '(\\w+\\s?)+$',
  '(?:a|b+)*!',
  '(?:a[a-z]+)*!',
  '(?:\\.[^,]+)+$',
  '^(?:x.*)+y',
  '(a{2,})+b',
])('is red for /%s/', (pattern) => {
  const text = `export const pattern = /${pattern}/`
  expect(nestedRepeats([{ path: 'server/new.ts', text }])).toEqual([`server/new.ts:1 may take forever: /${pattern}/`])
})

it.each(['^(?:\\.[a-z]+)*$', '^(?:-[a-z0-9]+)*$', '[a-z]+(?:, [A-Z]+)*', '(?:ab)+', '^\\d{3,}$'])(
  'is green for /%s/',
  (pattern) => {
    expect(nestedRepeats([{ path: 'server/new.ts', text: `export const pattern = /${pattern}/` }])).toEqual([])
  },
)
