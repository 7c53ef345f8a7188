import { describe, expect, it } from 'vitest'
import { writeCsv } from '../../contract/csv.ts'
import { readWholeFile, refusalOfFile } from '../../tests/harness/table-files.ts'
import { zipOf } from '../../tests/harness/workbooks.ts'

describe('reading a table from a text file', () => {
  it('returns the line of each row, even after blank lines, line breaks in cells and any kind of line ending', async () => {
    const text = '\uFEFFname,note\r\n Ann ,1\r\n\r\n,\r\n"two\r\nlines","say ""x"""\rBo,3\nCy,007'

    expect(await readWholeFile('people.csv', text)).toEqual({
      columns: ['name', 'note'],
      rows: [
        [2, 'Ann', '1'],
        [5, 'two\nlines', 'say "x"'],
        [7, 'Bo', '3'],
        [8, 'Cy', '007'],
      ],
      faults: [],
      notes: [],
    })
  })

  it.each([',', ';', '\t'])('recognises from the first line that %j separates the cells', async (delimiter) => {
    const text = writeCsv(
      [
        ['name, first', 'salary; yearly', 'note'],
        ['Ann', '1,5;2', '=1+1'],
      ],
      { delimiter },
    )

    expect(await readWholeFile('people.CSV', text)).toMatchObject({
      columns: ['name, first', 'salary; yearly', 'note'],
      rows: [[2, 'Ann', '1,5;2', '=1+1']],
    })
  })

  it.each([
    ['utf-16le', Buffer.from('\uFEFFname\tcity\r\nZoë\tKraków\r\n', 'utf16le')],
    ['utf-16be', Buffer.from('\uFEFFname\tcity\r\nZoë\tKraków\r\n', 'utf16le').swap16()],
  ])('reads %s if the file declares this encoding', async (_, bytes) => {
    expect(await readWholeFile('people.csv', bytes)).toMatchObject({
      columns: ['name', 'city'],
      rows: [[2, 'Zoë', 'Kraków']],
    })
  })

  it.each([
    ['a line that declares the delimiter', 'sep=;\r\na;b\r\n1;2', [[3, '1', '2']]],
    ['a title above the names', 'Staff, of November, 2026\n\na;b\n1;2', [[4, '1', '2']]],
    ['vertical lines', 'a|b\n1|2', [[2, '1', '2']]],
    ['spaces between a comma and a quotation mark', 'a,b\n1, "2" \n', [[2, '1', '2']]],
    ['the end of an old program', 'a,b\n1,2\n\u001a', [[2, '1', '2']]],
    ['texts as formulas and with an apostrophe', 'a,b\n="00123",\'007', [[2, '00123', '007']]],
    ['an empty column without a name', ',a,,b,\n,1,,2,\n', [[2, '1', '2']]],
    ['names in capitals, with spaces and marks', ' A *,B\u200b\n1,2', [[2, '1', '2']]],
    ['characters without a shape', 'a,b\n\u00a01\u200b,\u202a2\u202c', [[2, '1', '2']]],
    ['wide digits', 'a,b\n\uff10\uff11,2', [[2, '01', '2']]],
    ['composed letters', 'a,b\nZoe\u0308,\u0645\u06cc\u200c\u062e', [[2, 'Zoë', '\u0645\u06cc\u200c\u062e']]],
    [
      'the header on every page',
      'a,b\n1,2\na,b\n3,4',
      [
        [2, '1', '2'],
        [4, '3', '4'],
      ],
    ],
    ['UTF-16 that is not declared', Buffer.from('a,b\n1,2', 'utf16le'), [[2, '1', '2']]],
  ])('reads %s', async (_, content, rows) => {
    expect(await readWholeFile('people.csv', content, ['a', 'b'])).toMatchObject({
      columns: ['a', 'b'],
      rows,
      faults: [],
    })
  })

  it('notes lines above the header, renamed columns, missing cells and invisible characters', async () => {
    const short = Array.from({ length: 20 }, (_, n) => (n < 16 ? '1,2' : '1')).join('\n')
    const cleaned = await readWholeFile('people.csv', `Staff\n"First Name",Email\nAnn\u200b,x\n${short}`, [
      'first_name',
      'email',
    ])

    expect(cleaned.notes).toEqual([
      'Line 2 was read as the header. The lines above it were left out.',
      'Column names were read as those of the template: “First Name” as first_name, “Email” as email.',
      'Cells that were missing at the end of a row were read as empty: lines 20, 21, 22 and 1 more.',
      'Invisible characters or unusual spaces in first_name were left out: line 3.',
    ])
  })

  it('reports a value in a column that has no name', async () => {
    const { faults } = await readWholeFile('people.csv', 'a,,c\n1,2,3\n')
    expect(faults).toMatchObject([{ line: 2, reason: expect.stringContaining('in column 2, which has no name') }])
  })

  it('reports invalid rows and cells, and reads the other rows', async () => {
    const text = `a,b\r\n1,2\r\n3\r\n4,5\r\n6,7,8\r\n9,10,\r\n${'é'.repeat(2_049)},1\r\nx\u0001,1\r\n`

    expect(await readWholeFile('people.csv', text)).toMatchObject({
      rows: [
        [2, '1', '2'],
        [4, '4', '5'],
        [6, '9', '10'],
      ],
      faults: [
        {
          line: 3,
          column: null,
          reason: expect.stringContaining(
            'The row has 1 cell, the header 2. Please fill in the row, or remove it if it is a note. Quotation',
          ),
        },
        { line: 5, column: null, reason: expect.stringContaining('to the right of the last named column') },
        { line: 7, column: 'a', value: 'é'.repeat(80), reason: 'The cell is longer than 4096 bytes.' },
        { line: 8, column: 'a', value: 'x\ufffd', reason: expect.stringContaining('cannot be stored') },
      ],
    })
  })

  it.each([
    ['is empty', 'empty', ''],
    ['holds blank lines alone', 'empty', '\r\n ,\r\n'],
    ['is a workbook', 'workbook-as-csv', Buffer.from('PK\u0003\u0004')],
    ['has other names than expected', 'no-header', 'x,y\n1,2\n', ['a', 'b']],
    ['has quotation marks around whole rows', 'one-cell', '"a,b"\n"1,2"\n', ['a', 'b']],
    ['has another sign between the columns', 'one-cell', 'a^b\n1^2\n', ['a', 'b']],
    ['is a web page', 'web-page', ' <html><table>'],
    ['is a web page of one file', 'web-page', 'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="x"'],
    ['is an OpenDocument spreadsheet', 'open-document', zipOf([{ name: 'mimetype', data: 'x', isStored: true }])],
    ['is an old workbook', 'old-workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['is no text', 'not-text', Buffer.from('a,b\n\0,1\n')],
    ['was saved as Windows-1252', 'not-utf-8', Buffer.from('name\nZoë\n', 'latin1')],
    ['ends in half a letter', 'not-utf-8', Buffer.from('name\nZoë').subarray(0, -1)],
    ['has a column twice', 'column-twice', 'a,b,a\n1,2,3\n'],
    ['has more columns than are read', 'too-many-columns', `${'a,'.repeat(100)}a\n`],
    ['has a quotation mark in a cell', 'quote-in-cell', 'a,b\n1,2\n3,"x"y\n'],
    ['leaves a quotation mark open', 'quote-open', 'a,b\n1,"2\n3,4\n'],
    ['leaves one open for long', 'row-too-long', `a,b\n1,"${'2,3\n'.repeat(120_000)}`],
  ] as [string, string, string | Buffer, string[]?][])(
    'refuses a file that %s: %s',
    async (_, code, content, names = []) => {
      expect(await refusalOfFile('people.csv', content, names)).toBe(code)
    },
  )

  it('reports the line of an error', async () => {
    const latin = Buffer.from(`name\n${'Ann\n'.repeat(40_000)}Zoë\n`, 'latin1')

    await expect(readWholeFile('people.csv', latin)).rejects.toThrow(
      'a sign such as £ on line 40002 may be read wrongly',
    )
    await expect(readWholeFile('people.csv', 'a,b\n1,2\n3,"x"y\n')).rejects.toThrow('A quotation mark on line 3')
  })

  it('reads up to a quarter of a million rows [UPLOAD-05]', async () => {
    const rows = 'a\n'.repeat(250_000)

    expect((await readWholeFile('people.csv', `name\n${rows}`)).rows).toHaveLength(250_000)
    expect(await refusalOfFile('people.csv', `name\n${rows}a\n`)).toBe('too-many-rows')
  })
})

it.each([
  ['UTF-16', 'text-as-workbook', Buffer.from('\uFEFFname\tcity\n', 'utf16le')],
  ['a picture', 'not-a-workbook', Buffer.from('89504e470d0a1a0a0000000d2c2c', 'hex')],
])('a file named .xlsx that is %s is refused: %s', async (_, code, content) => {
  expect(await refusalOfFile('people.xlsx', content)).toBe(code)
})

it.each([
  ['people.xls', 'old-workbook'],
  ['people.xlsm', 'macros'],
  ['people.ods', 'wrong-ending'],
  ['people', 'wrong-ending'],
  ['people.csv.exe', 'wrong-ending'],
])('a file named %s is refused: %s', async (name, code) => {
  expect(await refusalOfFile(name, 'name\nAnn\n')).toBe(code)
})
