import { workOnLoads } from '../../features/data-uploads/work-on-loads.server.ts'
import { peopleColumns } from '../../features/employees/people-csv.rules.ts'
import type { Portal } from './portal.ts'

const boundary = 'a-boundary-of-the-tests'

/** A form with one file in it, as a browser sends it. */
export function formWith(file: { name: string; content: string | Buffer } | undefined) {
  const head = file
    ? `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: text/csv\r\n\r\n`
    : `--${boundary}\r\ncontent-disposition: form-data; name="other"\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), Buffer.from(file?.content ?? ''), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

/** Columns of the template with the cells of each person; others are empty. */
export function peopleFile(people: readonly Record<string, string>[], columns = columnNames): string {
  return [columns, ...people.map((cells) => columns.map((column) => cells[column] ?? ''))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('')
}
const columnNames = peopleColumns.map(({ name }) => name)

/** Does what uploads wait for, as a worker does; a fault of it fails the test. */
export async function workOnUploads({ database }: Pick<Portal, 'database'>): Promise<void> {
  const faults: unknown[] = []
  await workOnLoads({ db: database.db, onFault: ({ error }) => faults.push(error) })
  if (faults[0] !== undefined) throw faults[0]
}
