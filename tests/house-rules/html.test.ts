import { expect, it } from 'vitest'
import { htmlSinks } from './html.rules.ts'
import { productSources } from './sources.ts'

it('only one component turns text into HTML [S-60]', () => {
  expect(htmlSinks(productSources())).toEqual([])
})

it.each([
  ['features/new/New.tsx', 'export const New = (html: string) => <p dangerouslySetInnerHTML={{ __html: html }} />'],
  ['web/new.ts', 'document.body.innerHTML = text'],
  ['ui/New.tsx', 'export const New = (html: string) => <iframe srcDoc={html} />'],
  ['features/new/use-new.ts', "export const run = (text: string) => new Function('a', text)"],
  ['features/new/use-new.ts', 'export const run = (text: string) => eval(text)'],
  ['web/new.ts', "new DOMParser().parseFromString(text, 'text/html')"],
])('text that is turned into HTML or run as code is reported in %s', (path, text) => {
  expect(htmlSinks([{ path, text }])).toEqual([expect.stringContaining(`${path}:1 uses `)])
})
