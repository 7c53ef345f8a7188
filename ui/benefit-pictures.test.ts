import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { benefitPictureOf } from './benefit-pictures.ts'

it.each([
  ['dental', 'health', 'dental'],
  ['private-medical', 'health', 'medical'],
  ['will-writing', 'protection', 'income'],
  ['toString', 'constructor', 'benefit'],
  [null, 'pension', 'pension'],
])('the group %j of the category %j has the illustration %j', (groupCode, category, motif) => {
  expect(benefitPictureOf({ groupCode, category })).toBe(motif)
})

it("each illustration uses the client's colours and has less than 1 kB", async () => {
  const drawings = await readFile(join(import.meta.dirname, 'benefit-pictures.svg'), 'utf8')
  const symbols = [...drawings.matchAll(/<symbol id="([^"]+)" viewBox="0 0 96 96">(.*?)<\/symbol>/g)]
  expect(symbols).toHaveLength(17)
  for (const [, id = '', drawing = ''] of symbols) {
    expect(benefitPictureOf({ groupCode: id, category: '' })).toBe(id)
    expect(drawing.length).toBeLessThan(1_000)
    expect(drawing).not.toMatch(/#[0-9a-f]{3}|<text/)
  }
})
