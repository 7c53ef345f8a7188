import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { priceMethod } from '../../domain/definition/price-methods.ts'
import { accountsFile, clientFile, schemeYearFile } from '../../services/scheme/folder-format.ts'
import { root } from '../harness/run-program.ts'
import { benefitDefinition } from '../../features/scheme/benefit-definition.rules.ts'

it.each([
  ['client.yaml', clientFile],
  ['scheme-<year>.yaml', schemeYearFile],
  ['benefits/<code>.yaml', benefitDefinition],
  ['people-accounts.yaml', accountsFile],
])('docs/scheme-folder.md documents every key of %s', async (_, schema) => {
  const keys = keysOf(z.toJSONSchema(schema, asWritten))
  expect(keys.size).toBeGreaterThan(5)
  const words = wordsOf(await read('docs/scheme-folder.md'), /[A-Za-z]+/g)
  const ofPrices = keysOf(z.toJSONSchema(priceMethod, asWritten))
  expect([...keys].filter((key) => !words.has(key) && !ofPrices.has(key))).toEqual([])
})

it('docs/scheme-folder.md documents every pay frequency, column of a file and other value of scheme-<year>.yaml', async () => {
  const values = [...valuesOf(z.toJSONSchema(schemeYearFile, asWritten))].filter((value) =>
    /^[a-z][a-z-]*$/.test(value),
  )
  expect(values).toEqual(expect.arrayContaining(['four-weekly', 'pay-code', 'sum-insured']))
  const words = wordsOf(await read('docs/scheme-folder.md'), /[a-z][a-z-]*/g)
  expect(values.filter((value) => !words.has(value))).toEqual([])
})

it('docs/operating.md documents every setting', async () => {
  const settings = [...(await read('server/config.ts')).matchAll(/^ {2}([A-Z][A-Z0-9_]+): (?:z|hostName)\b/gm)].map(
    ([, name = '']) => name,
  )
  expect(settings).toContain('PORT')
  const words = wordsOf(await read('docs/operating.md'), /[A-Z][A-Z0-9_]+/g)
  expect(settings.filter((name) => !words.has(name))).toEqual([])
})

it('docs/commands.md documents every command, and every script of package.json', async () => {
  const page = await read('docs/commands.md')
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(await read('package.json'))
  const commands = [...(await read('scripts/portal.ts')).matchAll(/command === '([a-z][a-z-]*)'/g)].map(
    ([, name = '']) => name,
  )
  expect(commands).toContain('apply')
  const said = wordsOf(page, /[a-z][a-z:-]*/g)
  expect([...Object.keys(scripts), ...commands].filter((name) => !said.has(name))).toEqual([])
})

const asWritten = { io: 'input', unrepresentable: 'any' } as const

const read = (file: string): Promise<string> => readFile(join(root, file), 'utf8')

function wordsOf(text: string, word: RegExp): Set<string> {
  const code = [...text.matchAll(/`([^`]+)`|```([\s\S]*?)```/g)].map(([all]) => all)
  return new Set(code.flatMap((piece) => piece.match(word) ?? []))
}

function keysOf(schema: unknown): Set<string> {
  if (typeof schema !== 'object' || schema === null) return new Set()
  return new Set(
    Object.entries(schema).flatMap(([name, inner]) => [
      ...(name === 'properties' ? Object.keys(Object(inner)) : []),
      ...keysOf(inner),
    ]),
  )
}

function valuesOf(schema: unknown): Set<string> {
  if (typeof schema !== 'object' || schema === null) return new Set()
  return new Set(
    Object.entries(schema).flatMap(([name, inner]): string[] =>
      name === 'enum' ? inner : name === 'const' ? [inner] : [...valuesOf(inner)],
    ),
  )
}
