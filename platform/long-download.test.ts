import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { longDownload } from './long-download.ts'

const columns = [
  { heading: 'Number', kind: 'text' },
  { heading: 'Name', kind: 'text' },
] as const

async function* portions(count: number) {
  for (let portion = 0; portion < count; portion += 1)
    yield Array.from({ length: 500 }, (_, row) => [String(portion * 500 + row), '=cmd, "x"'])
}

const sent = async (file: Awaited<ReturnType<typeof longDownload>>) =>
  (await buffer(file.send(() => Promise.reject(new Error('It reads no database'))))).toString()

it('a long download contains every row in order', async () => {
  const file = await longDownload({ fileName: 'list-1', name: 'list', columns, rows: portions(3), format: 'csv' })
  expect(file).toMatchObject({ fileName: 'list-1.csv', mediaType: 'text/csv; charset=utf-8' })
  const lines = (await sent(file)).split('\r\n')
  expect(lines).toHaveLength(1_502)
  expect(lines[0]).toBe('\uFEFFNumber,Name')
  expect(lines[1_500]).toBe(`1499,"'=cmd, ""x"""`)
})

it('a long download as a workbook contains the same rows', async () => {
  const file = await longDownload({ fileName: 'list', name: 'list', columns, rows: portions(1), format: 'xlsx' })
  expect(file.fileName).toBe('list.xlsx')
  expect((await sent(file)).slice(0, 2)).toBe('PK')
})

it('a long download fails if reading its rows fails', async () => {
  async function* broken() {
    yield* portions(1)
    throw new Error('The connection is lost')
  }
  await expect(
    longDownload({ fileName: 'list', name: 'list', columns, rows: broken(), format: 'csv' }),
  ).rejects.toThrow('The connection is lost')
})

it('a discarded long download leaves no file', async () => {
  const file = await longDownload({ fileName: 'list', name: 'list', columns, rows: portions(1), format: 'csv' })
  await file.discard?.()
  await expect(sent(file)).rejects.toThrow('"fd" is out of range')
})
