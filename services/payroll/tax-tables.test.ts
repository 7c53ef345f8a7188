import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { calculateTakeHomeEffect } from '../../domain/tax/take-home-effect.rules.ts'
import { samplePayFacts, samplePayChange } from '../../features/take-home/take-home.samples.ts'
import { readTaxTables } from './tax-tables.queries.ts'
import { minimumWageOn, taxYearLabel, taxTableOn } from '../../domain/tax/tax-years.rules.ts'

const own = join(import.meta.dirname, 'tax-tables/2026-27.yaml')

async function folderWith(name: string, ...changes: [from: string, to: string][]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tax-tables-'))
  let text = await readFile(own, 'utf8')
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`The table does not say ${from}`)
    text = text.replace(from, to)
  }
  await writeFile(join(folder, name), text)
  return folder
}

const nextYear: [string, string][] = [
  ['taxYear: 2026-27', 'taxYear: 2027-28'],
  ['from: 2026-04-06', 'from: 2027-04-06'],
  ['to: 2027-04-05', 'to: 2028-04-05'],
  ['from: 2026-04-01', 'from: 2027-04-01'],
]

describe('tax tables', () => {
  it('have the figures for 2026/27, each with its source', () => {
    const table = taxTableOn(readTaxTables(), isoDate.parse('2026-04-06'))
    expect(table).toMatchObject({
      taxYear: '2026-27',
      personalAllowance: { amount: '12570', taperAbove: '100000' },
      incomeTax: {
        rUK: { bands: [{ upTo: '37700', percent: '20' }, { upTo: '125140', percent: '40' }, { percent: '45' }] },
      },
      minimumWage: {
        from: '2026-04-01',
        apprentice: '8',
        byAge: [{ hourly: '8' }, { hourly: '10.85' }, { hourly: '12.71' }],
      },
      autoEnrolment: { trigger: '10000', qualifyingFrom: '6240', qualifyingUpTo: '50270', percentInAll: '8' },
      pensionAnnualAllowance: {
        amount: '60000',
        thresholdIncome: '200000',
        adjustedIncome: '260000',
        least: '10000',
        moneyPurchase: '10000',
      },
      sacrificedPension: { from: '2029-04-06', limit: '2000' },
      insurancePremiumTax: { percent: '12' },
    })
    expect(table?.incomeTax.Scotland.bands.map(({ upTo, percent }) => [upTo, percent])).toEqual([
      ['3967', '19'],
      ['16956', '20'],
      ['31092', '21'],
      ['62430', '42'],
      ['125140', '45'],
      [undefined, '48'],
    ])
    expect(table?.announced.map(({ from }) => from)).toEqual(['2027-04-06'])
  })

  it('change on 6 April, and the last table applies until the next table exists', () => {
    const yearOn = (date: string) => taxTableOn(readTaxTables(), isoDate.parse(date))?.taxYear
    expect(['2026-04-05', '2026-04-06', '2027-04-05', '2028-02-29'].map(yearOn)).toEqual([
      '2025-26',
      '2026-27',
      '2026-27',
      '2026-27',
    ])
    expect(yearOn('2025-04-05')).toBeUndefined()
  })

  it('are marked as continued after the end of their tax year', () => {
    const tables = readTaxTables()
    const shownOn = (date: string) => {
      const table = taxTableOn(tables, isoDate.parse(date))
      return table && taxYearLabel(table)
    }
    expect(['2026-04-05', '2027-04-05', '2027-04-06'].map(shownOn)).toEqual([
      '2025/26',
      '2026/27',
      '2026/27 (latest known)',
    ])
    const wageOn = (date: string) => minimumWageOn(tables, isoDate.parse(date))?.source
    expect(wageOn('2026-03-31')).not.toContain('carried on')
    expect(wageOn('2027-03-31')).not.toContain('carried on')
    expect(wageOn('2027-04-01')).toContain('rates from April 2026 (latest known)')
  })

  it('include the next tax year as soon as its file exists', async () => {
    const folder = await folderWith('2027-28.yaml', ...nextYear, [
      'upTo: 37700, percent: 20',
      'upTo: 37700, percent: 19',
    ])
    const tables = readTaxTables(folder)
    const facts = samplePayFacts(30_000)
    const taxOn = (date: string) => {
      const state = { facts, changes: [], when: '' }
      const after = { facts, changes: [samplePayChange('sacrifice', 1500)], when: '' }
      const outcome = calculateTakeHomeEffect({ tables, on: isoDate.parse(date), before: state, after })
      return outcome.outcome === 'computed' ? [outcome.table.taxYear, outcome.takeHome.yearly] : outcome
    }
    // Tax on £1,500 is one percentage point lower, so £15 less is saved.
    expect(taxOn('2027-04-05')).toEqual(['2026-27', -1_080_00n])
    expect(taxOn('2027-04-06')).toEqual(['2027-28', -1_095_00n])
  })

  it("of another folder replace the portal's table for the same tax year", async () => {
    const folder = await folderWith('2026-27.yaml', ['upTo: 37700, percent: 20', 'upTo: 37700, percent: 22'])
    expect(taxTableOn(readTaxTables(folder), isoDate.parse('2026-12-01'))?.incomeTax.rUK.bands[0]?.percent).toBe('22')
  })
})

describe('invalid tables are refused as a whole, with file, line and reason', () => {
  const lineOf = async (text: string) =>
    (await readFile(own, 'utf8')).split('\n').findIndex((line) => line.includes(text)) + 1

  it.each([
    ['a figure that is no number', 'amount: 12570', 'amount: lots', 'amount: 12570', 'Please enter a number'],
    ['a figure without a source', '  taperAbove: 100000', '', 'personalAllowance:', 'taperAbove" is missing'],
    ['a key that nobody knows', '  trigger: 10000', '  trigger: 10000\n  extra: 1', 'qualifyingFrom', 'Unknown key'],
    [
      'a gap between bands',
      'upTo: 125140, percent: 40',
      'upTo: 125000, percent: 40',
      'name: higher, from: 37700',
      'at 125140',
    ],
    [
      'a letter given twice',
      'letters: [B, E, I]',
      'letters: [A, E, I]',
      'letters: [B, E, I]',
      'Category A is given twice',
    ],
    ['a year of other days', 'from: 2026-04-06', 'from: 2026-04-01', 'from: 2026-04-06', 'begins on 2026-04-06'],
    ['text that is no YAML', 'incomeTax:', 'incomeTax: [', 'incomeTax:', ''],
  ])('%s', async (_, from, to, where, reason) => {
    const folder = await folderWith('2026-27.yaml', [from, to])
    const line = await lineOf(where)
    const refusal = refusalOf(() => readTaxTables(folder))
    expect(refusal).toContain(reason)
    expect(refusal).toMatch(new RegExp(`2026-27\\.yaml:${reason === '' ? '\\d+' : line} `))
  })

  it('a file that is named after another year', async () => {
    const folder = await folderWith('2030-31.yaml')
    expect(refusalOf(() => readTaxTables(folder))).toContain(
      '2030-31.yaml:3 The table of 2026-27 is the file 2026-27.yaml',
    )
  })

  it('a missing folder', () => {
    expect(refusalOf(() => readTaxTables('/nowhere/tables'))).toContain('/nowhere/tables cannot be read')
  })
})

function refusalOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    return String(error)
  }
  throw new Error('It was read')
}
