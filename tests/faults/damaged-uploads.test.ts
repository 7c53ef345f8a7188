import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TableReadFailed, type TablePart } from '../../platform/read-table.ts'
import { cases, roundsTimeout, seed } from '../battery/random-seed.ts'
import { allParts, withFileOnDisk, refusalOfFile } from '../harness/table-files.ts'
import { inlineRow, workbookParts, zipOf, type ZipPart } from '../harness/workbooks.ts'

const parts = workbookParts({
  rows: `${inlineRow('Name', 'Salary', 'Born')}<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2"><f>1+1</f><v>2</v></c><c r="C2" s="1"><v>35000.5</v></c></row>`,
  texts: '<si><r><t>Ann</t></r><r><t xml:space="preserve"> Lee_x000A_</t></r></si>',
  formats: [0, 'dd/mm/yyyy'],
})
const csv = Buffer.from('\uFEFF"Name";Salary;Born\r\n"Ann ""the"" Lee";45000;1990-01-01\r\nZoë;"1\r\n2";\r\n')

function mended(original: Buffer): fc.Arbitrary<Buffer> {
  const place = fc.nat(original.length - 1)
  const change = fc.oneof(
    fc.record({ kind: fc.constant('set' as const), at: place, bytes: fc.uint8Array({ minLength: 1, maxLength: 4 }) }),
    fc.record({ kind: fc.constant('take' as const), at: place, length: fc.integer({ min: 1, max: 200 }) }),
    fc.record({ kind: fc.constant('double' as const), at: place, length: fc.integer({ min: 1, max: 200 }) }),
    fc.record({ kind: fc.constant('put' as const), at: place, text: fc.constantFrom(...nasty) }),
    fc.record({ kind: fc.constant('cut' as const), at: place }),
  )
  return fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) =>
    changes.reduce<Buffer>((bytes, each) => {
      const before = bytes.subarray(0, each.at)
      switch (each.kind) {
        case 'set':
          return Buffer.concat([before, each.bytes, bytes.subarray(each.at + each.bytes.length)])
        case 'take':
          return Buffer.concat([before, bytes.subarray(each.at + each.length)])
        case 'double':
          return Buffer.concat([before, bytes.subarray(each.at, each.at + each.length), bytes.subarray(each.at)])
        case 'put':
          return Buffer.concat([before, Buffer.from(each.text), bytes.subarray(each.at)])
        case 'cut':
          return before
      }
    }, original),
  )
}

const nasty = [
  '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>',
  '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>',
  '&b;',
  '&#0;',
  '&#xD800;',
  '_xD800_',
  '<![CDATA[',
  '-->',
  '<row r="1048577"/>',
  '<row r="1e9">',
  '<c r="XFD1"><v>1</v></c>',
  '<c r="ZZZ99999999999">',
  '<c t="s"><v>-1</v></c>',
  '<v>1e999</v>',
  '<f>WEBSERVICE("http://169.254.169.254/")</f>',
  '<'.repeat(5_000),
  '<a>'.repeat(5_000),
  '"'.repeat(999),
  '"\n;'.repeat(500),
  ';'.repeat(5_000),
  '\u0000',
  '\uFFFE',
  "'=cmd|' /C calc'!A0",
  'Infinity',
]

const changedWhole = mended(zipOf(parts)).map((bytes) => ['people.xlsx', bytes] as const)
const changedInside = fc.nat(parts.length - 1).chain((which) =>
  mended(Buffer.from(parts[which]?.data ?? '')).map((data) => {
    const all: ZipPart[] = parts.map((part, index) => (index === which ? { ...part, data } : part))
    return ['people.xlsx', zipOf(all)] as const
  }),
)
const changedText = mended(csv).map((bytes) => ['people.csv', bytes] as const)
const lying = fc
  .record({
    which: fc.nat(parts.length - 1),
    says: fc.record(
      {
        flags: fc.nat(0xffff),
        method: fc.constantFrom(0, 8, 9, 12, 99),
        rights: fc.nat(0xffff),
        packed: fc.nat(0xffffffff),
        unpacked: fc.nat(0xffffffff),
        offset: fc.nat(0xffffffff),
      },
      { requiredKeys: [] },
    ),
    count: fc.option(fc.nat(0xffff), { nil: undefined }),
  })
  .map(({ which, says, count }) => {
    const all = parts.map((part, index) => (index === which ? { ...part, says } : part))
    return ['people.xlsx', zipOf(all, count === undefined ? {} : { count })] as const
  })
const misnamed = fc
  .constantFrom('people.csv', 'people.xlsx')
  .chain((name) => fc.constantFrom(csv, zipOf(parts)).map((bytes) => [name, bytes] as const))
const anything = fc.oneof(changedWhole, changedInside, changedInside, changedText, changedText, lying, misnamed)

it(
  'any table that is uploaded is read or refused, without a crash [S-55]',
  async () => {
    const refusals = new Map<string | null, number>()
    await fc.assert(
      fc.asyncProperty(anything, async ([name, bytes]) => {
        const code = await refusalOfFile(name, bytes)
        refusals.set(code, (refusals.get(code) ?? 0) + 1)
      }),
      { seed, numRuns: cases({ gate: 100, long: 10_000 }) },
    )
    expect(refusals.get(null)).toBeGreaterThan(0)
    expect(refusals.size).toBeGreaterThan(4)
  },
  roundsTimeout,
)

it(
  'damaged files are read or refused in a separate process, while the server continues [S-54] [S-55]',
  async () => {
    const bombs = [
      zipOf([...parts, { name: 'xl/worksheets/sheet2.xml', data: Buffer.alloc(60 * 1024 * 1024, '<row/>') }]),
      zipOf(parts.map((part) => ({ ...part, says: { unpacked: 1 } }))),
      zipOf(workbookParts({ rows: '<row>'.repeat(200_000) })),
      Buffer.from(`a,b\n${'"'.repeat(20 * 1024 * 1024 + 1)}`),
      Buffer.from('a,'.repeat(1024 * 1024)),
    ]
    const files = [
      ...bombs.map((bomb, index) => [index < 3 ? 'people.xlsx' : 'people.csv', bomb, 10] as const),
      // Each of four changes adds at most five hundred lines.
      ...fc
        .sample(anything, { seed, numRuns: cases({ gate: 2, long: 200 }) })
        .map(([name, bytes]) => [name, bytes, 2_100] as const),
    ]
    for (const [declaredName, bytes, mostRows] of files) {
      await withFileOnDisk(bytes, async (path) => {
        const before = process.memoryUsage.rss()
        const parts = await allParts({ path, declaredName }).catch(unlessUnread)
        expect(parts.flatMap((part) => ('rows' in part ? part.rows : [])).length).toBeLessThan(mostRows)
        expect(process.memoryUsage.rss() - before).toBeLessThan(50 * 1024 * 1024)
      })
    }
  },
  roundsTimeout,
)

function unlessUnread(error: unknown): TablePart[] {
  if (error instanceof TableReadFailed && error.why !== 'died') return []
  throw error
}
