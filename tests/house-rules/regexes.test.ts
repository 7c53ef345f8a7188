import { expect, it } from 'vitest'
import { slowPatterns } from './regexes.rules.ts'
import { productSources } from './sources.ts'

it('no regular expression takes too long for a long text [S-69]', () => {
  expect(slowPatterns(productSources())).toEqual([])
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
  'a*a*b',
  '^\\s*(.*?)\\s*$',
  '^[a-z]+[a-z0-9]+@',
  '^(.+)@(.+)@x$',
  '^\\d+\\d+$',
  '\\s+$',
])('the slow regular expression /%s/ is reported', (pattern) => {
  const text = `export const pattern = /${pattern}/`
  expect(slowPatterns([{ path: 'server/new.ts', text }])).toEqual([`server/new.ts:1 may take forever: /${pattern}/`])
})

it.each(['^(?:\\.[a-z]+)*$', '^(?:-[a-z0-9]+)*$', '[a-z]+(?:, [A-Z]+)*', '(?:ab)+', '^\\d{3,}$'])(
  'the fast regular expression /%s/ is accepted',
  (pattern) => {
    expect(slowPatterns([{ path: 'server/new.ts', text: `export const pattern = /${pattern}/` }])).toEqual([])
  },
)
