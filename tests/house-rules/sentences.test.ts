import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mandatedSentences } from './mandated-sentences.ts'
import { repeatedSentences, wrongSentences, type Messages } from './sentences.rules.ts'
import { productSources, root } from './sources.ts'

const paths = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*messages.ts'], {
  cwd: root,
  encoding: 'utf8',
})
const files = paths.trim().split('\n')
const modules: object[] = await Promise.all(files.map((path) => import(join(root, path))))
const messages: Messages = Object.assign({}, ...modules)

describe('each sentence that the specification prescribes exists once, as the value of its key', () => {
  it('the messages files of the product contain every prescribed sentence once', () => {
    expect(Object.keys(mandatedSentences)).toHaveLength(123)
    expect(wrongSentences(messages, mandatedSentences)).toEqual([])
  })

  it('no file repeats a prescribed sentence or contains it outside the messages files', () => {
    expect(repeatedSentences(productSources(), mandatedSentences)).toEqual([])
  })

  it.each([
    ['a sentence that was changed', { guard: 'Access denied' }, 'guardMessages.denied says "Access denied"'],
    ['a sentence that is missing', {}, 'guardMessages.denied is missing'],
  ])('%s is reported', (_, planted, why) => {
    const said = Object.fromEntries(Object.entries(planted).map(([name, denied]) => [`${name}Messages`, { denied }]))
    expect(wrongSentences(said, { 'guard.denied': 'Access Denied' })).toEqual([expect.stringContaining(why)])
  })

  it('a changed sentence that contains data is reported', () => {
    const said = { headerMessages: { greeting: (name: string) => `Hello, ${name}` } }
    expect(wrongSentences(said, { 'header.greeting': 'Hi, {name}' })).toHaveLength(1)
  })

  it.each([
    ['in a screen', { 'web/Planted.tsx': `const planted = <p>\n  Access Denied\n</p>` }, 'web/Planted.tsx:1'],
    [
      'twice',
      { 'a.messages.ts': `const a = 'Access Denied'`, 'b.messages.ts': `const b = 'Access Denied'` },
      'a.messages.ts:1, b.messages.ts:1',
    ],
    [
      'twice, with data in it',
      { 'a.messages.ts': 'const a = () => `Hi, ${name}`', 'b.messages.ts': 'const b = () => `Hi, ${first}`' },
      'a.messages.ts:1, b.messages.ts:1',
    ],
  ])('a sentence that is written %s is reported', (_, planted, where) => {
    const sources = Object.entries(planted).map(([path, text]) => ({ path, text }))
    expect(repeatedSentences(sources, mandatedSentences)).toEqual([expect.stringContaining(where)])
  })
})
