import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { inlineRow, workbookParts, zipOf } from '../tests/harness/workbooks.ts'
import { allParts, withFileOnDisk } from '../tests/harness/table-files.ts'
import { readTable, TableReadFailed, type TableFile, type TablePart } from './read-table.ts'

describe('reading a table from a file in a separate process', () => {
  it('returns the columns once, then the rows, and the errors of rows that were left out', async () => {
    const rows = `${inlineRow('Name', 'Salary')}${inlineRow('Ann', '1')}<row><c t="e"><v>#N/A</v></c></row>${inlineRow('Bo', '2')}`

    expect(await partsOf('people.xlsx', zipOf(workbookParts({ rows })))).toEqual([
      { columns: ['Name', 'Salary'] },
      {
        rows: [
          { line: 2, cells: { Name: 'Ann', Salary: '1' } },
          { line: 4, cells: { Name: 'Bo', Salary: '2' } },
        ],
      },
      { faults: [{ line: 3, column: 'Name', value: '#N/A', reason: expect.stringContaining('#N/A') }] },
      { notes: ['The tab “People” was read.'] },
    ])
  })

  it('returns the reason why a file cannot be read, with the line if it is known', async () => {
    expect(await partsOf('people.pdf', '%PDF')).toEqual([
      { faults: [{ line: 1, reason: expect.stringContaining('.csv or .xlsx') }] },
    ])
    const parts = await partsOf('people.csv', `name\n${'Ann\n'.repeat(700)}"Bo"x\nCy\n`)
    expect(parts.at(-1)).toEqual({ faults: [{ line: 702, reason: expect.stringContaining('on line 702') }] })
  })

  it('ends a process that takes too long, and can then read other files', async () => {
    const unread = partsOf('people.csv', 'name\nAnn\n', { patience: { heapMegabytes: 256, withinMs: 1 } })

    await expect(unread).rejects.toMatchObject({ why: 'time' })
    expect(await partsOf('people.csv', 'name\nAnn\n')).toHaveLength(2)
  })

  it('ends a process that needs too much memory, and can then read other files', async () => {
    // A large number of cell formats fills the heap. Texts would be stored outside the heap.
    const formats = Array.from({ length: 400_000 }, (_, index) => `0.0"${index}"`)
    const file = zipOf(workbookParts({ rows: inlineRow('Name'), formats }))
    const unread = partsOf('people.xlsx', file, { patience: { heapMegabytes: 16, withinMs: 100_000 } })

    await expect(unread).rejects.toMatchObject({ why: 'memory' })
    await expect(unread).rejects.toBeInstanceOf(TableReadFailed)
    expect(await partsOf('people.csv', 'name\nAnn\n')).toHaveLength(2)
  })

  it('does not fail if no process can be started', async () => {
    const { execPath } = process
    process.execPath = '/nowhere/node'
    try {
      await expect(partsOf('people.csv', 'name\nAnn\n')).rejects.toMatchObject({
        why: 'died',
        cause: expect.stringContaining('ENOENT'),
      })
    } finally {
      process.execPath = execPath
    }
    expect(await partsOf('people.csv', 'name\nAnn\n')).toHaveLength(2)
  })

  it('does not count the time that the caller needs for a row, and pauses reading for that time', async () => {
    const rows = Array.from({ length: 20_000 }, () => randomBytes(20).toString('hex')).join('\n')
    await withFileOnDisk(`name\n${rows}\n`, async (path) => {
      const patience = { heapMegabytes: 256, withinMs: 100_000 }
      let count = 0
      for await (const part of readTable({ path, declaredName: 'people.csv', patience }))
        if ('rows' in part) count += part.rows.length
      expect(count).toBe(20_000)
    })
  })

  it.each([
    ['at once', () => Promise.resolve()],
    // Long enough that the reader process fills its output buffer and waits.
    ['when nobody has read on for a while', () => partsOf('people.csv', 'name\nAnn\n')],
  ])('stops when cancelled: %s', async (_, meanwhile) => {
    const leaving = new AbortController()
    await withFileOnDisk(`name\n${'Ann\n'.repeat(200_000)}`, async (path) => {
      const read = async (): Promise<void> => {
        for await (const part of readTable({ path, declaredName: 'people.csv', signal: leaving.signal })) {
          if (!('rows' in part)) continue
          await meanwhile()
          leaving.abort(new Error('left'))
        }
      }
      await expect(read()).rejects.toThrow('left')
    })
  })

  it('ends the process if the caller stops reading', async () => {
    await withFileOnDisk(`name\n${'Ann\n'.repeat(200_000)}`, async (path) => {
      for await (const part of readTable({ path, declaredName: 'people.csv' })) {
        if (!('rows' in part)) continue
        await partsOf('people.csv', 'name\nAnn\n')
        break
      }
    })
    expect(await partsOf('people.csv', 'name\nAnn\n')).toHaveLength(2)
  })
})

function partsOf(
  declaredName: string,
  content: string | Buffer,
  more: Pick<TableFile, 'patience'> = {},
): Promise<TablePart[]> {
  return withFileOnDisk(content, (path) => allParts({ path, declaredName, ...more }))
}
