import { expect, it } from 'vitest'
import { partsOf, parsePdf } from '../../tests/harness/parse-pdf.ts'
import { fontFilesOf } from './fonts.ts'
import { breakLines } from './break-lines.ts'
import { TaggedPdf, type PdfLook } from './tagged-pdf.ts'

const look: PdfLook = {
  title: 'A document',
  madeOn: new Date('2026-11-01T00:00:00Z'),
  brand: 'Marks & Søns <Rewards>',
  primary: '#0b5d5e',
  onPrimary: '#ffffff',
  strong: '#0b5d5e',
  baseFont: 'Source Sans 3',
  headerFont: 'Lora',
  foot: (page, of) => `Page ${page} of ${of}`,
}

it('a PDF has a structure tag for every part, a language, a title and embedded fonts', async () => {
  const pdf = new TaggedPdf(look)
  pdf.heading(1, 'Hello')
  pdf.paragraph('A few words.')
  pdf.heading(2, 'Figures')
  pdf.table({
    title: 'Some figures',
    columns: [
      { header: 'Benefit', share: 2 },
      { header: 'Cost', share: 1, align: 'end' },
    ],
    rows: [
      ['Dental', '£1.00'],
      ['Gym', '£12,345.67'],
    ],
    total: ['All', '£12,346.67'],
  })
  const read = parsePdf(await pdf.end())
  expect(read).toMatchObject({ title: 'A document', language: 'en-GB', tagged: true, showsTitle: true, pages: 1 })
  expect(read.missingFonts).toEqual([])
  expect(read.metadata).toContain('<pdfuaid:part>1</pdfuaid:part>')
  expect(read.document.parts.map(({ role, text }) => [role, text])).toEqual([
    ['P', 'Marks & Søns <Rewards>'],
    ['H1', 'Hello'],
    ['P', 'A few words.'],
    ['H2', 'Figures'],
    ['Table', ''],
  ])
  const rows = partsOf(read.document, 'TR').map(({ parts }) =>
    parts.map(({ role, scope, text }) => [role, scope, text]),
  )
  expect(rows).toEqual([
    [
      ['TH', 'Column', 'Benefit'],
      ['TH', 'Column', 'Cost'],
    ],
    [
      ['TH', 'Row', 'Dental'],
      ['TD', null, '£1.00'],
    ],
    [
      ['TH', 'Row', 'Gym'],
      ['TD', null, '£12,345.67'],
    ],
    [
      ['TH', 'Row', 'All'],
      ['TD', null, '£12,346.67'],
    ],
  ])
})

it('a PDF loses no text at a page break within a paragraph or a table', async () => {
  const words = Array.from({ length: 900 }, (_, index) => `word${index}`).join(' ')
  const names = Array.from({ length: 60 }, (_, index) => `Benefit ${index}`)
  const pdf = new TaggedPdf(look)
  pdf.paragraph(words)
  pdf.table({ title: 'Names', columns: [{ header: 'Name', share: 1 }], rows: names.map((name) => [name]) })
  const { pages, document } = parsePdf(await pdf.end())
  expect(pages).toBeGreaterThan(2)
  expect(document.parts[1]?.text).toBe(words)
  expect(partsOf(document, 'TH').map(({ text }) => text)).toEqual(['Name', ...names])
})

it('a PDF writes names in other scripts with fonts that contain their characters, and otherwise with question marks', async () => {
  const pdf = new TaggedPdf(look)
  pdf.paragraph('Żółć Αλέξανδρος Кириллица Nguyễn 漢')
  const read = parsePdf(await pdf.end())
  expect(read.document.parts[1]?.text).toBe('Żółć Αλέξανδρος Кириллица Nguyễn ?')
  expect(read.missingFonts).toEqual([])
})

it('a PDF has the same bytes for the same content, whenever it is written', async () => {
  const make = async () => {
    const pdf = new TaggedPdf(look)
    pdf.heading(1, 'Hello')
    return pdf.end()
  }
  expect(Buffer.compare(await make(), await make())).toBe(0)
})

it('a word that is wider than its line is split, and keeps each of its characters', () => {
  const lines = breakLines('abc defghijklm no', {
    fonts: fontFilesOf('Inter', 400),
    width: 4,
    measure: ({ text }) => text.length,
  })
  expect(lines.map(({ runs }) => runs.map(({ text }) => text).join(''))).toEqual([
    'abc ',
    'defg ',
    'hijk ',
    'lm ',
    'no',
  ])
})
