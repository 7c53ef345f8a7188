import { expect, it } from 'vitest'
import { productSources } from './sources.ts'
import { unusedSentences } from './unused-sentences.rules.ts'

it('every sentence of the product is used on at least one screen', () => {
  expect(unusedSentences(productSources())).toEqual([])
})

const messages = {
  path: 'features/new/new.messages.ts',
  text: "export const newMessages = {\n  title: 'New',\n  'in-use': 'In use',\n  gone: () => 'Gone',\n} as const",
}
const imported = "import { newMessages as say } from './new.messages.ts'\n"

it.each([
  ['no code shows it', 'const newMessages = 1\nexport const title = newMessages', ['title', 'in-use', 'gone']],
  ['only others of its object are shown', `${imported}export const shown = [say.title, say['in-use']]`, ['gone']],
  [
    'only another object with the same key is shown',
    `${imported}export const of = (a: A) => [a.say.gone, say.title]`,
    ['in-use', 'gone'],
  ],
])('an unused sentence is reported if %s', (_, text, unshown) => {
  const found = unusedSentences([messages, { path: 'features/new/New.tsx', text }])
  expect(found).toEqual(unshown.map((key) => expect.stringContaining(`nobody is shown newMessages.${key}:`)))
})

it.each([
  ['its key is chosen at run time', 'export const one = (key: Key) => say[key]'],
  ['its object is passed on', 'export const all = show(say)'],
  ['its object is destructured', 'export const { title } = say'],
  ['its object is copied into another', 'export const others = { ...say }'],
])('a sentence is accepted if %s', (_, use) => {
  expect(unusedSentences([messages, { path: 'features/new/New.tsx', text: imported + use }])).toEqual([])
})
