import { setTimeout as wait } from 'node:timers/promises'
import { pipeline } from 'node:stream/promises'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { signInLargeEmployer } from './sign-in-employer.ts'
import { send, type BenchRequest } from './send-load.ts'
import { measureTime, type TimeUsed } from './measure-time.ts'
import type { Person, RunningPortal } from './running-portal.ts'
import type { BenchServers } from './bench-servers.ts'

const columns = [
  'employee_number',
  'email',
  'title',
  'first_name',
  'surname',
  'date_of_birth',
  'sex',
  'ni_number',
  'payroll',
  'status',
  'start_date',
  'basic_salary',
  'hours_per_week',
  'full_time_equivalent',
  'job_title',
  'cost_centre',
  'location',
  'tax_country',
  'ni_category',
]

/** Number of benefits with core cover in the example scheme. */
export const coreCovers = 2

/** Returns one line of people.csv. `set` and `number` identify the person. No two sets share a name. */
export function fileLine(
  set: string,
  number: number,
  {
    salary = 20_000 + (number % 500) * 100,
    born = `19${60 + (number % 40)}-0${1 + (number % 9)}-1${number % 9}`,
    // A day before the client joined the portal, so that no core cover begins.
    startsOn = '2019-03-04',
  } = {},
): string {
  const cells = [
    `${set}${number}`,
    emailOf(set, number),
    'Ms',
    `Ada${number % 97}`,
    `Fell${number % 1009}`,
    born,
    number % 2 === 0 ? 'female' : 'male',
    '',
    'monthly',
    'active',
    startsOn,
    `${salary}.00`,
    '37.5',
    '1',
    'Planner',
    'OPS',
    'York',
    'rUK',
    'A',
  ]
  return `${cells.join(',')}\r\n`
}

export function emailOf(set: string, number: number): string {
  return `${set}.${number}@bench.example`
}

/** Returns a file of joiners. A tenth of them start today and get core cover, without medical evidence. */
export function joiners(set: string, size: number, today: string): string {
  return fileOf(
    Array.from({ length: size }, (_, number) =>
      fileLine(set, number, number % 10 === 0 ? { startsOn: today, born: '1985-05-17', salary: 30_000 } : {}),
    ),
  )
}

export function fileOf(lines: readonly string[]): string {
  return `${columns.join(',')}\r\n${lines.join('')}`
}

type Upload = { id: string; status: string; rows: number; counts: Counts | null; preview: string | null }
type Counts = { new: number; changed: number; leaving: number; unchanged: number }

/** The screen polls every 1.5 s. Polling fifty times a second would use a third of a core. */
const pollEveryMs = 100

export async function upload(
  stage: BenchServers,
  content: string,
): Promise<{ spent: TimeUsed; counts: Counts | null }> {
  const employer = await signInLargeEmployer(stage.signIn)
  const { spent, answer } = await measureTime([stage.product.pid, stage.postgresPid], () =>
    uploadAs(employer, stage, content),
  )
  return { spent, counts: answer }
}

/** Repeats calls that a busy server refuses. */
export async function uploadAs(
  { clientId, headers }: Person,
  { product, renewSessions }: Pick<RunningPortal, 'product' | 'renewSessions'>,
  content: string,
): Promise<Counts | null> {
  const boundary = 'a-boundary-of-the-bench'
  const part = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="people.csv"\r\ncontent-type: text/csv\r\n\r\n`
  const ask = async (request: BenchRequest): Promise<Upload> => {
    await renewSessions()
    const answer = await send(product.port, request)
    if (answer.status === 503) {
      await wait(pollEveryMs)
      return ask(request)
    }
    if (answer.status >= 300) throw new Error(`${request.path} answered ${answer.status}: ${answer.body()}`)
    return JSON.parse(answer.body()) as Upload
  }
  const sent = await ask({
    path: `/api/client/${clientId}/data-loads`,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: `${part}${content}\r\n--${boundary}--\r\n`,
  })
  const path = `/api/employee-data-uploads/${sent.id}`
  const until = async (status: string): Promise<Upload> => {
    for (;;) {
      const upload = await ask({ path, headers })
      if (upload.status === status) return upload
      if (['refused', 'failed'].includes(upload.status)) throw new Error(`The upload ${JSON.stringify(upload)}`)
      await wait(pollEveryMs)
    }
  }
  const { preview } = await until('ready')
  await ask({ path: `${path}/changes`, headers })
  await ask({ path, headers, body: JSON.stringify({ status: 'confirmed', preview }), method: 'PATCH' })
  return (await until('confirmed')).counts
}

function peopleOf(set: string): string {
  return `select person_id from account where email like '${set}.%@bench.example'`
}

const tables = ['account', 'person_details', 'employment_fact', 'employee']

/** The COPY writes the rows of an upload to tables without triggers, foreign keys or row-level security. */
export async function measureCopy({ connect, query, postgresPid }: BenchServers) {
  const client = await connect('postgres')
  const columnsOf = new Map<string, string>()
  for (const table of tables) {
    await query(`drop table if exists copied_${table}; create table copied_${table} (like ${table} including all)`)
    const found = await query<{ name: string }>(
      `select column_name as name
       from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'
       order by ordinal_position`,
      [table],
    )
    columnsOf.set(table, found.map(({ name }) => name).join(', '))
  }
  return {
    copy: async (set: string): Promise<{ spent: TimeUsed; people: number }> => {
      const pieces = new Map<string, Buffer>()
      for (const table of tables) {
        await client.query(`truncate copied_${table}`)
        const rows = `
          select ${columnsOf.get(table)}
          from ${table}
          where person_id in (${peopleOf(set)})`
        pieces.set(table, await buffer(client.query(copyTo(`copy (${rows}) to stdout`))))
      }
      const { spent } = await measureTime([postgresPid], async () => {
        await client.query('begin')
        for (const [table, bytes] of pieces)
          await pipeline(
            Readable.from([bytes]),
            client.query(copyFrom(`copy copied_${table} (${columnsOf.get(table)}) from stdin`)),
          )
        await client.query('commit')
      })
      const [counted] = await query<{ people: number }>('select count(*)::integer as people from copied_account')
      return { spent, people: counted?.people ?? 0 }
    },
    selections: async (set: string): Promise<number> => {
      const [counted] = await query<{ selections: number }>(
        `select count(*)::integer as selections
         from selection
         where person_id in (${peopleOf(set)}) and state = 'active'`,
      )
      return counted?.selections ?? 0
    },
  }
}
