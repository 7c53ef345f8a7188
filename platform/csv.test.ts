import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeCsv } from '../contract/csv.ts'
import { readCsv } from './csv.ts'

describe('reading a comma-separated file', () => {
  it('returns for each row the line on which it starts, even after blank lines and line breaks in cells', () => {
    const file = readCsv('\uFEFFname,note\n Ann ,1\n\n"two\nlines",2\nBo,3\n')

    expect(file.columns).toEqual(['name', 'note'])
    expect(file.rows).toEqual([
      { line: 2, cells: { name: 'Ann', note: '1' } },
      { line: 4, cells: { name: 'two\nlines', note: '2' } },
      { line: 6, cells: { name: 'Bo', note: '3' } },
    ])
    expect(file.faults).toEqual([])
  })

  it.each([
    ['semicolons', 'a;b\n1;2'],
    ['tabs', 'a\tb\n1\t2'],
    ['a declared delimiter', 'sep=;\r\na;b\r\n1;2'],
    ['texts as formulas and characters without a shape', 'a\u200b,b\n="1",\u00a02\u202c'],
  ])('reads a file with %s', (_, text) => {
    const { columns, rows, faults } = readCsv(text)
    expect({ columns, cells: rows.map(({ cells }) => cells), faults }).toEqual({
      columns: ['a', 'b'],
      cells: [{ a: '1', b: '2' }],
      faults: [],
    })
  })

  it('reports every malformed row, and reads the other rows', () => {
    const file = readCsv('a,b\r\n1,2\r\n3\r\n4,5\r\n6,7,8\r\n')

    expect(file.rows.map((row) => row.line)).toEqual([2, 4])
    expect(file.faults).toEqual([
      { line: 3, reason: 'The row has 1 cells, the header 2' },
      { line: 5, reason: 'The row has 3 cells, the header 2' },
    ])
  })

  it('reports a quotation mark in the wrong place only once, with its line', () => {
    expect(readCsv('a,b\n1,2\n3,"x"y\n5,6\n').faults).toEqual([
      { line: 3, reason: 'A quotation mark is in the middle of a cell; the following lines could not be read' },
    ])
  })

  it('reports a quotation mark that is not closed', () => {
    expect(readCsv('a,b\r\n1,"2\r\n3"\r\n4,"5\r\n6,7').faults).toEqual([
      { line: 5, reason: 'A quotation mark opened on or before this line is never closed' },
    ])
  })

  it('refuses an empty file, a column without a name, and a repeated column', () => {
    expect(readCsv('').faults).toEqual([{ line: 1, reason: 'The file is empty' }])
    expect(readCsv('a,a,\n').faults.map((fault) => fault.reason)).toEqual([
      'Column "a" is listed twice',
      'Column 3 has no name',
    ])
  })
})

describe('writing a comma-separated file', () => {
  it('writes text so that it is never a formula, leaves numbers unchanged, and quotes as RFC 4180 says', () => {
    expect(writeCsv([['=1+1', '-', '+44 20', -5, 7n, null, 'a,b', 'say "x"', "O'Neil"]])).toBe(
      '\uFEFF\'=1+1,\'-,\'+44 20,-5,7,,"a,b","say ""x""",O\'Neil\r\n',
    )
  })

  it('can be read back with every text unchanged', () => {
    const text = fc
      .string({ unit: fc.constantFrom('a', "'", '=', '-', '+', '@', '"', ',', '\n', ' ', '|', 'é') })
      .map((cell) => cell.trim())
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (cells) => {
        const header = cells.map((_, index) => `c${index}`)
        const row = ['x', ...cells]
        expect(Object.values(readCsv(writeCsv([['key', ...header], row])).rows[0]?.cells ?? {})).toEqual(row)
      }),
      // The quoted cells contain `="`, with which spreadsheets mark text.
      { examples: [[[',=', '|"']]] },
    )
  })
})
