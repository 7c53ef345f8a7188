import { expect } from 'vitest'
import type { UploadView } from '../../features/data-uploads/data-uploads.contract.ts'
import type { UploadAction } from '../../features/data-uploads/upload-states.rules.ts'
import { processUploads } from '../../features/data-uploads/process-uploads.server.ts'
import { peopleColumns } from '../../services/people/people-csv.rules.ts'
import type { Portal } from './portal.ts'
import type { World } from './world.ts'

const boundary = 'a-boundary-of-the-tests'

export function formWithFile(file: { name: string; content: string | Buffer } | undefined, field = 'file') {
  const head = file
    ? `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${file.name}"\r\ncontent-type: text/csv\r\n\r\n`
    : `--${boundary}\r\ncontent-disposition: form-data; name="file"\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), Buffer.from(file?.content ?? ''), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

export function peopleFile(people: readonly Record<string, string>[], columns = columnNames): string {
  return [columns, ...people.map((cells) => columns.map((column) => cells[column] ?? ''))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('')
}
const columnNames = peopleColumns.map(({ name }) => name)

export async function workOnUploads({ database }: Pick<Portal, 'database'>): Promise<void> {
  const faults: unknown[] = []
  await processUploads({ db: database.db, onFault: ({ error }) => faults.push(error) })
  if (faults[0] !== undefined) throw faults[0]
}

export async function employerUploads(world: World) {
  const token = await world.signIn('grace.lin')
  const [client] = await world.database.rows<{ id: string }>(`select client_id as id from client where code = 'demo'`)
  const clientId = client?.id ?? ''
  const upload = (content: string | Buffer, name = 'people.csv') => {
    const { headers, body } = formWithFile({ name, content })
    return world.request({ method: 'POST', url: `/api/client/${clientId}/data-loads`, token, headers, body })
  }
  const get = async (url: string) => (await world.request({ url, token })).json()
  const view = async (id: string): Promise<UploadView> => get(`/api/employee-data-uploads/${id}`)
  const change = (id: string, status: UploadAction) =>
    world.request({ method: 'PATCH', url: `/api/employee-data-uploads/${id}`, token, body: { status } })
  const checked = async (content: string): Promise<UploadView> => {
    const answer = await upload(content)
    expect([answer.statusCode, answer.body]).toEqual([202, answer.body])
    await workOnUploads(world)
    return view(answer.json().id)
  }
  const worked = async (id: string, status: UploadAction): Promise<UploadView> => {
    const answer = await change(id, status)
    expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
    await workOnUploads(world)
    return view(id)
  }
  const abandonWork = async (): Promise<void> => {
    await world.database.rows(`update upload set last_active_at = app.now() - interval '1 minute'`)
    await world.database.rows(`update work_due set due_at = app.now() - interval '1 minute' where kind = 'upload'`)
  }
  const confirmed = async (content: string) => worked((await checked(content)).id, 'confirmed')
  return {
    clientId,
    token,
    upload,
    get,
    view,
    change,
    abandonWork,
    checked,
    confirmed,
    undone: (id: string) => worked(id, 'undone'),
  }
}
