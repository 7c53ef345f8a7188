import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readWholeFile } from '../tests/harness/table-files.ts'
import { unzipTexts } from '../tests/harness/unpack-zip.ts'
import { decodeExcelEscapes } from './table-files/workbook.ts'
import { writeXlsx } from './write-xlsx.ts'
import { anyCharacter } from '../tests/harness/arbitrary-character.ts'

const columns = [
  { heading: 'Name', kind: 'text' },
  { heading: 'Premium', kind: 'amount' },
  { heading: 'Start', kind: 'date' },
  { heading: 'Seen', kind: 'moment' },
] as const

it('amounts, days and times are written as typed cells, text as text, and never as a formula [S-57]', async () => {
  const rows = [
    ['=1+1', '-72.10', '2026-12-01', '2026-12-01T08:30:00Z'],
    ["'+44 20", '1234567.89', '1996-02-29', null],
    ['007', 'none', 'soon', ''],
    ['_x0041_ & <Zoë>', '0.00', '2026-02-31', 'never'],
  ]
  const bytes = await buffer(writeXlsx({ name: 'Report', columns, rows }))
  // Reading removes the apostrophe again.
  expect(await readWholeFile('report.xlsx', bytes)).toEqual({
    columns: ['Name', 'Premium', 'Start', 'Seen'],
    rows: [
      [2, '=1+1', '-72.1', '2026-12-01', '2026-12-01 08:30:00'],
      [3, "'+44 20", '1234567.89', '1996-02-29', ''],
      [4, '007', 'none', 'soon', ''],
      [5, '_x0041_ & <Zoë>', '0', '2026-02-31', 'never'],
    ],
    faults: [],
    notes: ['The tab “Report” was read.'],
  })
  const sheet = unzipTexts(bytes)['xl/worksheets/sheet1.xml'] ?? ''
  const texts = [...sheet.matchAll(/<t(?: [^>]*)?>('[^<]*)<\/t>/g)].map(([, text]) => text)
  expect(texts).toEqual(["'=1+1", "''+44 20"])
  // Cells with a style have a type. Other cells contain text.
  expect(sheet.match(/<c r="\w+" s="\d"><v>[^<]*/g)).toEqual([
    '<c r="B2" s="1"><v>-72.1',
    '<c r="C2" s="2"><v>46357',
    '<c r="D2" s="3"><v>46357.3541666667',
    '<c r="B3" s="1"><v>1234567.89',
    '<c r="C3" s="2"><v>35124',
    '<c r="B5" s="1"><v>0',
  ])
})

it('the same rows always give the same bytes, and no text becomes a formula', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: anyCharacter, maxLength: 20 }), { maxLength: 20 }), async (texts) => {
      const sheet = {
        name: 'Report',
        columns: [{ heading: 'Text', kind: 'text' }],
        rows: texts.map((text) => [text]),
      } as const
      const bytes = await buffer(writeXlsx(sheet))
      expect(await buffer(writeXlsx(sheet))).toEqual(bytes)
      const xml = unzipTexts(bytes)['xl/worksheets/sheet1.xml'] ?? ''
      const cells = [...xml.matchAll(/<t(?: [^>]*)?>([^<]*)<\/t>/g)].map(([, cell = '']) => decodeExcelEscapes(cell))
      expect(cells).toHaveLength(1 + texts.filter((text) => text !== '').length)
      for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r\0]/)
    }),
    { numRuns: 50 },
  )
})

it('all parts of a workbook are valid XML, whatever text they contain', async () => {
  // Half of the characters are not allowed in XML.
  const sign = fc.oneof(
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }),
    fc.constantFrom(
      '\uFFFE',
      '\uFFFF',
      '\0',
      '\u0001',
      '\u000B',
      '\u001F',
      '\uD83D',
      '\uDE00',
      '\uFDD0',
      '\u{1FFFF}',
      '\u007F',
    ),
  )
  const text = fc.array(sign, { maxLength: 12 }).map((signs) => signs.join(''))
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), text, async (texts, heading) => {
      const rows = texts.map((one) => [one])
      const written = writeXlsx({ name: 'Report', columns: [{ heading: `H${heading}`, kind: 'text' }], rows })
      const parts = Object.entries(unzipTexts(await buffer(written)))
      expect(parts.length).toBeGreaterThan(3)
      for (const [name, part] of parts) expect([name, part.match(notInXml)?.[0]]).toEqual([name, undefined])
    }),
    { numRuns: 50 },
  )
})

/** Characters that XML 1.0 does not allow (section 2.2). */
const notInXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u

it('writing a workbook stops when the reader stops', async () => {
  let rows = 0
  function* endless() {
    for (;;) yield [`Row ${(rows += 1)} ${crypto.randomUUID()}`]
  }
  const stream = writeXlsx({ name: 'Report', columns: [{ heading: 'Text', kind: 'text' }], rows: endless() })
  let taken = 0
  for await (const piece of stream) {
    // A byte stream yields Uint8Arrays.
    taken += (piece as Uint8Array).length
    if (taken > 1_000_000) break
  }
  const putTogether = rows
  await new Promise(setImmediate)
  expect(rows - putTogether).toBeLessThan(5_000)
  expect(rows).toBeLessThan(100_000)
})
