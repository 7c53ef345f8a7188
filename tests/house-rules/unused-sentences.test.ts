import { expect, it } from 'vitest'
import { productSources } from './sources.ts'
import { unusedSentences } from './unused-sentences.rules.ts'

it('every sentence of the product is shown on some screen', () => {
  expect(unusedSentences(productSources())).toEqual([])
})

const messages = {
  path: 'features/new/new.messages.ts',
  text: "export const newMessages = {\n  title: 'New',\n  'in-use': 'In use',\n  gone: () => 'Gone',\n} as const",
}
const imported = "import { newMessages as say } from './new.messages.ts'\n"

it.each([
  ['nothing shows', 'const newMessages = 1\nexport const title = newMessages', ['title', 'in-use', 'gone']],
  ['one is left of', `${imported}export const shown = [say.title, say['in-use']]`, ['gone']],
  [
    'stands where another has the name',
    `${imported}export const of = (a: A) => [a.say.gone, say.title]`,
    ['in-use', 'gone'],
  ],
])('reports what %s', (_, text, unshown) => {
  const found = unusedSentences([messages, { path: 'features/new/New.tsx', text }])
  expect(found).toEqual(unshown.map((key) => expect.stringContaining(`nobody is shown newMessages.${key}:`)))
})

it.each([
  ['is asked for by a key', 'export const one = (key: Key) => say[key]'],
  ['is handed on', 'export const all = show(say)'],
  ['is taken apart', 'export const { title } = say'],
  ['is named by another', 'export const others = { ...say }'],
])('accepts what %s', (_, use) => {
  expect(unusedSentences([messages, { path: 'features/new/New.tsx', text: imported + use }])).toEqual([])
})
