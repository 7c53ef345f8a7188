import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import {
  inlineRow,
  relationsOf,
  workbookOf,
  workbookParts,
  zipOf,
  type ZipPart,
} from '../../tests/harness/workbooks.ts'
import { readWholeFile, refusalOfFile } from '../../tests/harness/table-files.ts'

describe('reading a workbook', () => {
  it('reads a file that another program wrote: texts with leading zeros, amounts, days, booleans, blanks', async () => {
    // This file was written by exceljs 4.4.0. Its second salary is 0.1 + 0.2, and "Bo" has spaces around it.
    const file = await readFile(new URL('../../tests/harness/people-by-exceljs.xlsx', import.meta.url))

    expect(await readWholeFile('people.xlsx', file)).toEqual({
      columns: ['Employee number', 'Name', 'Salary', 'Date of birth', 'Part-time', 'Note'],
      rows: [
        [2, '00042', 'Zoë O’Hara & <Co>', '45000.5', '1996-02-29', 'TRUE', ''],
        [4, '00043', 'Bo', '0.3', '2026-11-30', 'FALSE', 'two\nlines'],
      ],
      faults: [],
      notes: ['The tab “People” was read.'],
    })
  })

  it('reads numbers as the sheet shows them, without binary rounding errors and without exponents', async () => {
    const numbers = [
      '72.099999999999994',
      '1E-7',
      '1.5E+14',
      '-0.30000000000000004',
      '7',
      '7',
      '45000.10',
      '28333.335',
      '42',
      '123456',
    ]
    const formats = [0, '00000', '[$£-809]#,##0.00', '0.0"days"', '"NR"0000', '00\\-00\\-00']
    const styles = [0, 0, 0, 0, 1, 2, 3, 2, 4, 5]
    const cells = numbers.map((number, index) => `<c s="${styles[index]}"><v>${number}</v></c>`).join('')

    expect(await rowsOf({ rows: `${header(10)}<row r="3">${cells}</row>`, formats })).toEqual([
      [3, '72.1', '0.0000001', '150000000000000', '-0.3', '00007', '7', '45000.1', '28333.34', 'NR0042', '12-34-56'],
    ])
  })

  it.each([
    ['"NR"0', '421', 'NR421'],
    ['"NR"General', '421', 'NR421'],
    [String.raw`\E#`, '421', 'E421'],
    ['"E0"0000', '421', 'E00421'],
    ['00000"X"', '421', '00421X'],
    ['000 00', '421', '004 21'],
    ['[$-809]00000', '421', '00421'],
    ['[Blue]00000_)', '421', '00421'],
    ['#00000', '421', '00421'],
    ['# ##0', '45000', '45000'],
    ['###-0000', '5551234', '5551234'],
    ['"EMP_"0000', '421', 'EMP_0421'],
    [String.raw`\E\M\P\_0000`, '421', 'EMP_0421'],
    ['"[A]"000', '7', '[A]007'],
    ['"general-"000', '7', 'general-007'],
    ['"KR"0000', '421', 'KR0421'],
    ['"€"yyyy', '45000', '2023-03-15'],
    ['0 "kr"', '30000', 'kr 30000'],
    ['0" hrs"', '37', '37'],
    ['00000', '37.5', '37.5'],
    [String.raw`#,##0.00\ [$€-407]`, '30000.5', '€ 30000.5'],
    ['[$CHF] #,##0', '30000', 'CHF 30000'],
    ['"$"#,##0.00', '30000', '$ 30000'],
    [String.raw`_-* #,##0.00\ "zł"_-`, '30000', 'zł 30000'],
    ['_-"£"* #,##0.00_-', '30000.501', '30000.5'],
    ['[$GBP] #,##0.00', '30000', '30000'],
    [43, '30000.501', '30000.5'],
    [8, '30000.501', '30000.5'],
  ] as [string | number, string, string][])(
    'reads a number with the format %s as it is shown: %s as %s',
    async (format, number, shown) => {
      const row = `<row r="3"><c s="0"><v>${number}</v></c></row>`
      expect(await rowsOf({ rows: header(1) + row, formats: [format] })).toEqual([[3, shown]])
    },
  )

  it.each(['0.00E+00', '##0.0E+0', 11])('refuses a number that the format %s shortens', async (format) => {
    const row = '<row r="3"><c s="0"><v>987654000000</v></c></row>'
    expect((await read({ rows: header(1) + row, formats: [format] })).faults).toMatchObject([
      { line: 3, reason: expect.stringContaining('a shortened number such as 9.9E+11') },
    ])
  })

  it('refuses the result 0 of a formula that the program which wrote the workbook did not calculate', async () => {
    const rows = `${header(2)}<row r="3"><c r="A3"><f>PROPER("x")</f><v>0</v></c><c r="B3"><v>0</v></c></row>
      <row r="4"><c r="A4"><f>2*3</f><v>6</v></c></row>`
    const later = workbookParts({ rows }).map((part) => ({
      ...part,
      data: String(part.data).replace('</workbook>', '<calcPr calcId="124519" fullCalcOnLoad="1"/></workbook>'),
    }))

    expect(await readWholeFile('people.xlsx', zipOf(later))).toMatchObject({
      rows: [[4, '6', '']],
      faults: [{ line: 3, column: 'Column 1', reason: expect.stringContaining('a formula without a result') }],
    })
    expect((await read({ rows })).faults).toEqual([])
  })

  it.each(['NaN', '45000,50'])('reports the cell if a program wrote the number %s', async (number) => {
    const row = `<row r="3"><c><v>${number}</v></c></row>`
    expect((await read({ rows: header(1) + row })).faults).toMatchObject([
      { line: 3, column: 'Column 1', value: number, reason: expect.stringContaining('a number that cannot be read') },
    ])
  })

  it('leaves out the marks with which a cell was stored as text', async () => {
    const cells = '<c t="s"><v>0</v></c><c t="inlineStr"><is><t>="00421"</t></is></c>'
    expect(await rowsOf({ rows: `${header(2)}<row r="3">${cells}</row>`, texts: "<si><t>'00421</t></si>" })).toEqual([
      [3, '00421', '00421'],
    ])
  })

  it('reads serial numbers as days if their format says so, in both date systems, and correctly after 29 February 1900', async () => {
    const formats = [14, 'dd/mm/yyyy;@', '[$-809]d mmmm yyyy', 'mmm\\-yy', 22, '[h]:mm']
    const cells = (serials: readonly (string | number)[]): string =>
      serials.map((serial, index) => `<c s="${Math.min(index, 5)}"><v>${serial}</v></c>`).join('')

    expect(
      await rowsOf({ rows: `${header(6)}<row>${cells([1, 59, 61, 46_022, 46_022.75, 0.5])}</row>`, formats }),
    ).toEqual([[2, '1900-01-01', '1900-02-28', '1900-03-01', '2025-12-31', '2025-12-31 18:00:00', '12:00']])
    expect(await rowsOf({ rows: `${header(1)}<row>${cells([44_560])}</row>`, formats, since1904: true })).toEqual([
      [2, '2025-12-31'],
    ])
    expect(await rowsOf({ rows: `${header(1)}<row><c t="d"><v>2026-01-31T00:00:00</v></c></row>` })).toEqual([
      [2, '2026-01-31'],
    ])
  })

  it('uses the stored result of a formula, and reports row and column if the result is missing or an error', async () => {
    const rows = `${header(6)}
      <row r="5"><c r="A5"><f>B5*12</f><v>54000</v></c><c r="B5" t="str"><f>A1&amp;"x"</f><v>Ann</v></c></row>
      <row r="7"><c r="A7"><f>NOW()</f></c><c r="B7" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="C7" s="1"><v>60</v></c><c r="E7" s="1"><v>0</v></c><c r="F7"><v>12345678901234567</v></c></row>`

    expect(await read({ rows, formats: [0, 14] })).toMatchObject({
      rows: [[5, '54000', 'Ann', '', '', '', '']],
      faults: [
        { line: 7, column: 'Column 1', value: '', reason: expect.stringContaining('a formula without a result') },
        { line: 7, column: 'Column 2', value: '#DIV/0!', reason: expect.stringContaining('the error #DIV/0!') },
        {
          line: 7,
          column: 'Column 3',
          value: '60',
          reason: expect.stringContaining('a date format but no valid date'),
        },
        { line: 7, column: 'Column 5', value: '00/01/1900', reason: expect.stringContaining('no date') },
        { line: 7, column: 'Column 6', reason: expect.stringContaining('more than 15 digits') },
      ],
    })
    const huge = `${header(1)}<row r="3"><c r="A3" s="1"><v>1E+21</v></c></row>`
    expect((await read({ rows: huge, formats: [0, 14] })).faults).toMatchObject([{ line: 3, value: '1E+21' }])
  })

  it('joins the parts of formatted text, leaves out phonetic text, and finds shared texts by their number', async () => {
    const texts = `<si><r><t xml:space="preserve">Ann </t></r><r><rPr><b/></rPr><t>Lee</t></r><rPh sb="0" eb="1"><t>an</t></rPh></si>
      <si><t>one_x000A_two &#xE9;&#233;</t></si>`
    const cells = '<c r="B2" t="s"><v>1</v></c><c r="D2" t="s"><v>0</v></c>'

    expect(await rowsOf({ rows: `${header(4)}<row r="2">${cells}</row>`, texts })).toEqual([
      [2, '', 'one\ntwo éé', '', 'Ann Lee'],
    ])
  })

  it('reads the first visible sheet, with any XML prefix, and ignores empty cells that only have a style', async () => {
    const parts = workbookParts({ rows: '', hidden: true }).map((part) =>
      part.name.endsWith('sheet1.xml')
        ? {
            ...part,
            data: '<x:worksheet xmlns:x="y"><x:sheetData><x:row r="1"><x:c t="str"><x:v>Name</x:v></x:c><x:c r="XFD1" s="3"/></x:row><x:row r="2"><x:c t="str"><x:v>Ann</x:v></x:c></x:row></x:sheetData></x:worksheet>',
          }
        : part,
    )

    expect(await readWholeFile('people.xlsx', zipOf(parts))).toMatchObject({ columns: ['Name'], rows: [[2, 'Ann']] })
  })

  it('leaves empty cells empty, even in a sheet whose cells have no references', async () => {
    expect(await rowsOf({ rows: inlineRow('Name', 'Phone', 'Town') + inlineRow('Ann', '', 'York') })).toEqual([
      [2, 'Ann', '', 'York'],
    ])
  })
})

describe('workbook written by reporting software', () => {
  const rows = inlineRow('name', 'town') + inlineRow('Ann', 'York')
  const parts = workbookParts({ rows })
  const changed = (name: string, change: (xml: string) => string): ZipPart[] =>
    parts.map((part) => (part.name === name ? { ...part, data: change(String(part.data)) } : part))
  const renamed = (change: (name: string) => string): ZipPart[] =>
    parts.map((part) => ({ ...part, name: change(part.name) }))
  const sheet = 'xl/worksheets/sheet1.xml'
  const relations = 'xl/_rels/workbook.xml.rels'
  const target = (to: string) => changed(relations, (xml) => xml.replace('"worksheets/sheet1.xml"', `"${to}"`))
  const kinds = '[Content_Types].xml'

  it.each([
    ['capitals in names of parts', () => renamed((name) => name.toUpperCase())],
    ['backslashes in names of parts', () => renamed((name) => name.replaceAll('/', '\\'))],
    ['a slash before names of parts', () => renamed((name) => `/${name}`)],
    ['an absolute target', () => target('/xl/worksheets/sheet1.xml')],
    ['a target with dots', () => target('./../xl/worksheets/sheet1.xml')],
    ['a target with backslashes', () => target('worksheets\\sheet1.xml')],
    ['an escaped target', () => target('worksheets/sheet%31.xml')],
    ['no styles and shared texts', () => parts.filter(({ name }) => !/styles|sharedStrings/.test(name))],
    [
      'comments, instructions and CDATA',
      () =>
        changed(sheet, (xml) =>
          xml
            .replace('<sheetData>', '<!-- <c> --><?mso-application progid="Excel.Sheet"?><sheetData>')
            .replace('>Ann<', '><![CDATA[Ann]]><'),
        ),
    ],
    [
      'an XML declaration with spaces',
      () => changed(sheet, (xml) => xml.replace(/<\?xml.*?>/, "<?xml version = '1.0' ?>")),
    ],
    ['no XML declaration', () => changed(sheet, (xml) => xml.replace(/<\?xml.*?>/, ''))],
    [
      'UTF-16',
      () =>
        parts.map((part) =>
          part.name === sheet ? { ...part, data: Buffer.from(`\ufeff${String(part.data)}`, 'utf16le') } : part,
        ),
    ],
    ...(['\ufeff', ''] as const).map((mark): [string, () => ZipPart[]] => [
      `UTF-16 with the high byte first${mark === '' ? ', undeclared' : ''}`,
      () =>
        parts.map((part) =>
          part.name === sheet ? { ...part, data: Buffer.from(mark + String(part.data), 'utf16le').swap16() } : part,
        ),
    ]),
    [
      'an empty reference to a shared text',
      () => changed(sheet, (xml) => xml.replace('</row></sheetData>', '<c t="s"><v/></c></row></sheetData>')),
    ],
    [
      'merged rows and columns that are empty',
      () =>
        changed(sheet, (xml) =>
          xml.replace(
            '</sheetData>',
            '</sheetData><mergeCells><mergeCell ref="D:E"/><mergeCell ref="8:9"/></mergeCells>',
          ),
        ),
    ],
    [
      'records of a pivot table that are packed to less than a hundredth',
      () => [...parts, { name: 'xl/pivotCache/pivotCacheRecords1.xml', data: ' '.repeat(200_000) }],
    ],
    [
      'prefixes everywhere',
      () =>
        parts.map((part) => ({
          ...part,
          data: String(part.data)
            .replaceAll(/<(\/?)(?=\w)/g, '<$1n:')
            .replaceAll('xmlns=', 'xmlns:n='),
        })),
    ],
    [
      'the strict edition of the standard',
      () =>
        parts.map((part) => ({
          ...part,
          data: String(part.data).replaceAll(
            /http:\/\/schemas.openxmlformats.org\/(officeDocument|spreadsheetml)\/2006/g,
            'http://purl.oclc.org/ooxml/$1',
          ),
        })),
    ],
    ['references in small letters', () => changed(sheet, (xml) => xml.replace('<c t', '<c r="$a$1" t'))],
    [
      'a kind of part that it has not',
      () =>
        changed(kinds, (xml) =>
          xml.replace(
            '<Override',
            '<Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/><Override',
          ),
        ),
    ],
    [
      'the kind of a workbook for all parts',
      () => changed(kinds, (xml) => xml.replace('Override PartName="/xl/workbook.xml"', 'Default Extension="xml"')),
    ],
  ] as [string, () => ZipPart[]][])('can be read with %s', async (_, make) => {
    expect(await readWholeFile('people.xlsx', zipOf(make()))).toMatchObject({
      columns: ['name', 'town'],
      rows: [[2, 'Ann', 'York']],
    })
  })

  it.each(['windows-1252', 'ISO-8859-1'])('can be read if its parts are in %s', async (encoding) => {
    const encoded = changed(sheet, (xml) => xml.replace('UTF-8', encoding).replace('Ann', 'Zoë')).map((part) =>
      part.name === sheet ? { ...part, data: Buffer.from(part.data.toString(), 'latin1') } : part,
    )
    expect(await readWholeFile('people.xlsx', zipOf(encoded))).toMatchObject({ rows: [[2, 'Zoë', 'York']] })
  })

  it('can be read with 64-bit zip entries', async () => {
    expect(await readWholeFile('people.xlsx', zipOf(parts, { isLong: true }))).toMatchObject({
      rows: [[2, 'Ann', 'York']],
    })
  })
})

describe('sheets, hidden rows and hidden columns', () => {
  const names = ['name', 'town', 'email', 'salary']
  const header = inlineRow(...names)
  const list = header + inlineRow('Ann', 'York', 'a@b.example', '1')
  const lookups = inlineRow('town') + inlineRow('York')
  const book = (tabs: Parameters<typeof workbookOf>[0]) => zipOf(workbookOf(tabs))

  const listTab = { name: 'List', rows: list }
  const hiddenTab = { ...listTab, state: 'hidden' } as const

  it.each([
    ['the only one with the names', [{ name: 'Notes', rows: inlineRow('x') }, listTab]],
    ['not an empty template', [{ name: 'Template', rows: header }, listTab]],
    ['not a table of allowed values', [listTab, { name: 'Towns', rows: lookups }]],
    ['not a hidden one', [{ name: 'Old', rows: list, state: 'veryHidden' }, listTab]],
  ] as const)('the list of people is read from the right sheet: %s', async (_, tabs) => {
    const { rows, notes } = await readWholeFile('people.xlsx', book(tabs), names)
    expect(rows).toEqual([[2, 'Ann', 'York', 'a@b.example', '1']])
    const other = tabs.find((tab) => tab !== listTab)
    expect(notes).toEqual(['The tab “List” was read.', `Other tabs were not read: “${other?.name}”.`])
  })

  it.each([
    ['several lists', 'several-tabs', [listTab, { name: 'November', rows: list }]],
    ['its list hidden', 'tab-hidden', [{ name: 'Notes', rows: inlineRow('x') }, hiddenTab]],
    ['no visible tab', 'no-sheet', [hiddenTab]],
    ['no list', 'no-header', ['A', 'B'].map((name) => ({ name, rows: inlineRow('x') }))],
  ] as const)('a workbook with %s is refused: %s', async (_, code, tabs) => {
    expect(await refusalOfFile('people.xlsx', book(tabs), names)).toBe(code)
  })

  it('hidden or filtered rows and columns are read, and a note names them', async () => {
    const hidden =
      list.replace('</row><row>', '</row><row hidden="1">') + inlineRow('Bo').replace('<row>', '<row ht="0">')
    const columns = '<cols><col min="2" max="3" hidden="1"/></cols>'
    const { rows, notes } = await readWholeFile(
      'people.xlsx',
      book([{ name: 'List', rows: hidden, before: columns }]),
      names,
    )
    expect(rows).toHaveLength(2)
    expect(notes).toEqual([
      'The tab “List” was read.',
      'Hidden or filtered rows were read too: lines 2, 3.',
      'Hidden columns were read too: town, email.',
    ])
  })

  it('cells of one row may be merged with cells in columns without a name', async () => {
    const rows = [
      ['name', '', 'town', ''],
      ['Ann', '', 'York', ''],
    ]
      .map((cells) => inlineRow(...cells))
      .join('')
    const merged = (...refs: string[]) =>
      `<mergeCells>${refs.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
    const read = (after: string) => readWholeFile('people.xlsx', book([{ name: 'List', rows, after }]), names)
    expect(await read(merged('A1:B1', 'C1:D1', 'A2:B2', 'C2:D2'))).toMatchObject({
      rows: [[2, 'Ann', 'York']],
      faults: [],
    })
    expect((await read(merged('C:D', '2:3'))).faults.map(({ value }) => value)).toEqual(['C:D', '2:3'])
    expect((await read(merged('A2:C2', 'B2:C2', 'C2:D3'))).faults.map(({ value }) => value)).toEqual([
      'A2:C2',
      'B2:C2',
      'C2:D3',
    ])
  })

  it('merged cells are refused in the list, but not above or below it', async () => {
    const merged = ['A1:D1', 'B3:B4', 'A9:D9'].map((ref) => `<mergeCell ref="${ref}"/>`).join('')
    const titled = inlineRow('Staff') + header + inlineRow('Ann', 'York') + inlineRow('Bo')
    const sheet = { name: 'List', rows: titled, after: `<mergeCells>${merged}</mergeCells>` }
    expect((await readWholeFile('people.xlsx', book([sheet]), names)).faults).toEqual([
      { line: 3, column: 'town', value: 'B3:B4', reason: expect.stringContaining('The cells B3:B4 are merged.') },
    ])
  })
})

describe('refusal of a workbook', () => {
  const rows = inlineRow('Name') + inlineRow('Ann')
  const parts = workbookParts({ rows })
  const withPart = (name: string, data = '<x/>'): Buffer => zipOf([...parts, { name, data }])
  const changed = (name: string, change: (xml: string) => string): Buffer =>
    zipOf(parts.map((part) => (part.name === name ? { ...part, data: change(String(part.data)) } : part)))
  const lying = (says: ZipPart['says']): Buffer =>
    zipOf(parts.map((part) => (part.name.endsWith('sheet1.xml') ? { ...part, ...(says && { says }) } : part)))
  const sheet = 'xl/worksheets/sheet1.xml'
  const stored = zipOf(parts.map((part) => ({ ...part, isStored: true })))
  const macroKind = (xml: string): string =>
    xml.replace('openxmlformats-officedocument.spreadsheetml.sheet.main', 'ms-excel.sheet.macroEnabled.main')

  it.each([
    ['has macros', 'macros', () => withPart('xl/vbaProject.bin')],
    ['has macros of the old kind', 'macros', () => withPart('xl/macrosheets/sheet2.xml')],
    ['says that it has macros', 'macros', () => changed('[Content_Types].xml', macroKind)],
    [
      'is binary',
      'binary-workbook',
      () =>
        changed('[Content_Types].xml', (xml) =>
          xml.replace(
            'openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
            'ms-excel.sheet.binary.macroEnabled.main',
          ),
        ),
    ],
    ['is an OpenDocument spreadsheet', 'open-document', () => zipOf([{ name: 'content.xml', data: '<x/>' }])],
    ['is a web page', 'web-page', () => Buffer.from('<html><table>')],
    ['is protected with a password', 'locked', () => lockedWorkbook()],
    ['takes cells from another workbook', 'outside-data', () => withPart('xl/externalLinks/externalLink1.xml')],
    ['asks a database', 'outside-data', () => withPart('xl/connections.xml')],
    [
      'relates to a place outside',
      'outside-data',
      () =>
        withPart(
          'xl/worksheets/_rels/sheet1.xml.rels',
          relationsOf([['rId1', 'oleObject', 'file:///etc/passwd', 'External']]),
        ),
    ],
    ['has a file inside', 'embedded-files', () => withPart('xl/embeddings/oleObject1.bin')],
    [
      'declares entities',
      'declarations',
      () =>
        changed(sheet, (xml) =>
          xml.replace('<worksheet', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet'),
        ),
    ],
    [
      'uses an entity that nobody declared',
      'declarations',
      () => changed(sheet, (xml) => xml.replace('Ann', '&passwd;')),
    ],
    ['is another kind of archive', 'not-a-workbook', () => zipOf([{ name: 'word/document.xml', data: '<x/>' }])],
    ['is text', 'text-as-workbook', () => Buffer.from('Name,Salary\nAnn,1\n')],
    ['is old', 'old-workbook', () => Buffer.from('d0cf11e0a1b11ae10000', 'hex')],
    ['has a locked entry', 'locked', () => lying({ flags: 1 })],
    ['has a link', 'damaged', () => lying({ rights: 0o120777 })],
    ['is packed in another way', 'damaged', () => lying({ method: 12 })],
    ['has a name that leads out', 'damaged', () => withPart('xl/../../etc/passwd')],
    ['has a name twice', 'damaged', () => withPart(sheet)],
    [
      'has entries that share their bytes',
      'damaged',
      () => zipOf([...parts, { name: 'xl/a.xml', data: '<x/>', says: { offset: 0 } }]),
    ],
    ['is cut off', 'damaged', () => zipOf(parts).subarray(0, -30)],
    [
      'has other cells than its checksum says',
      'damaged',
      () => stored.fill('Bob', stored.indexOf('Ann'), stored.indexOf('Ann') + 3),
    ],
    ['unpacks to more than it says', 'bomb', () => lying({ unpacked: 10 })],
    ['unpacks to a hundred times its size and more', 'bomb', () => withPart('xl/media/a.bin', ' '.repeat(500_000))],
    [
      'says that it unpacks to 300 MB and more',
      'bomb',
      () => lying({ unpacked: 310 * 1024 * 1024, packed: 5 * 1024 * 1024 }),
    ],
    [
      'has too many entries',
      'bomb',
      () => zipOf([...parts, ...Array.from({ length: 200 }, (_, n) => ({ name: `xl/${n}`, data: 'x' }))]),
    ],
    ['has cells that nobody closed', 'damaged', () => changed(sheet, (xml) => xml.replace('</c></row>', '</row>'))],
    [
      'refers to a text that it has not',
      'damaged',
      () => changed(sheet, (xml) => xml.replace('</sheetData>', '<row><c t="s"><v>7</v></c></row></sheetData>')),
    ],
    [
      'goes back in its rows',
      'damaged',
      () => changed(sheet, (xml) => xml.replace('</sheetData>', '<row r="1"/></sheetData>')),
    ],
    ['has no rows', 'empty', () => changed(sheet, (xml) => xml.replace(/<row>.*<\/row>/, ''))],
  ] as const)('%s: %s', async (_, code, make) => {
    expect(await refusalOfFile('people.xlsx', make())).toBe(code)
  })

  it('does not happen because of links to mail addresses in cells, which no program opens', async () => {
    const link = relationsOf([['rId1', 'hyperlink', 'mailto:ann@client.example', 'External']])

    expect(await refusalOfFile('people.xlsx', withPart('xl/worksheets/_rels/sheet1.xml.rels', link))).toBeNull()
  })

  it('happens if there are too many columns; cells beyond the last named column are reported', async () => {
    const wide = inlineRow(...Array.from({ length: 101 }, (_, n) => `Column ${n}`))
    const beyond = `${header(2)}<row><c r="A2"><v>1</v></c><c r="D2"><v>1</v></c></row>`

    expect(await refusalOfFile('people.xlsx', zipOf(workbookParts({ rows: wide })))).toBe('too-many-columns')
    expect(await read({ rows: beyond })).toMatchObject({
      rows: [],
      faults: [{ line: 2, column: null, reason: expect.stringContaining('to the right of the last named column') }],
    })
  })
})

function lockedWorkbook(): Buffer {
  const container = Buffer.alloc(4096)
  container.writeUInt32BE(0xd0cf11e0)
  container.writeUInt16LE(9, 30)
  container.write('EncryptedPackage', 512 + 128, 'utf16le')
  return container
}

function header(columns: number): string {
  return inlineRow(...Array.from({ length: columns }, (_, index) => `Column ${index + 1}`))
}

async function rowsOf(sheet: Parameters<typeof workbookParts>[0]): Promise<unknown[]> {
  const { rows, faults } = await read(sheet)
  expect(faults).toEqual([])
  return rows
}

function read(sheet: Parameters<typeof workbookParts>[0]): ReturnType<typeof readWholeFile> {
  return readWholeFile('people.xlsx', zipOf(workbookParts(sheet)))
}
