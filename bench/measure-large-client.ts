import { signInLargeEmployer } from './sign-in-employer.ts'
import { startBenchServers, type BenchServers } from './bench-servers.ts'
import { fileLine, fileOf, upload } from './upload-files.ts'
import { ask } from './running-portal.ts'

const rowsOfAFile = 250_000
const mostMemory = 512 * 2 ** 20

/** Prints the time of each step for one large client. Returns 1 if a process needed 512 MiB or more. */
export async function measureLargeClient({
  people,
  ports,
  say,
}: {
  people: number
  ports: readonly [number, number, number]
  say: (line: string) => void
}): Promise<number> {
  const stage = await startBenchServers({ people: 1_000, others: 1, separateWorker: true, ports, log: say })
  try {
    const isSmall = await grow(stage, { people, say })
    return isSmall ? 0 : 1
  } finally {
    await stage.close()
  }
}

async function grow(
  stage: BenchServers,
  { people, say }: { people: number; say: (line: string) => void },
): Promise<boolean> {
  const { product, worker, query, signIn } = stage
  const { clientId, personId, headers } = await signInLargeEmployer(signIn)
  await query('update account set insights_enabled = true where person_id = $1', [personId])
  const today = await stage.today()
  const rowOf = (number: number, salary = 30_000) =>
    fileLine('large', number, number % 10 === 0 ? { startsOn: today, born: '1985-05-17', salary } : {})

  const peaks = () => Promise.all([product, worker].map(async (process) => (await process?.memory())?.peak ?? 0))
  const timed = async (name: string, work: () => Promise<string>): Promise<void> => {
    const started = performance.now()
    const result = await work()
    const seconds = (performance.now() - started) / 1_000
    const [web = 0, background = 0] = (await peaks()).map((bytes) => Math.round(bytes / 2 ** 20))
    say(`${name.padEnd(40)} ${seconds.toFixed(1).padStart(7)} s  peak MiB: web ${web}, worker ${background}  ${result}`)
  }
  const call = (path: string, body?: '') => ask(stage, { path, headers, ...(body !== undefined && { body }) })

  for (let from = 0; from < people; from += rowsOfAFile) {
    const rows = Array.from({ length: Math.min(rowsOfAFile, people - from) }, (_, row) => rowOf(from + row))
    await timed(`upload of ${rows.length} joiners`, async () =>
      JSON.stringify((await upload(stage, fileOf(rows))).counts),
    )
  }
  await query('analyze')
  const monthly = Array.from({ length: Math.min(rowsOfAFile, people) }, (_, row) =>
    rowOf(row, row % 100 === 0 ? 31_000 : 30_000),
  )
  await timed(`upload of ${monthly.length} rows, 1 % changed`, async () =>
    JSON.stringify((await upload(stage, fileOf(monthly))).counts),
  )

  const pages = {
    'employee list': `/api/v2/client/${clientId}/employees?range=25`,
    'employee search': `/api/v2/client/${clientId}/employees?range=25&search=Ada7%20Fell7`,
    'dashboard: open runs': `/api/v2/client/${clientId}/payroll-overview`,
    'dashboard: approvals': '/api/v2/scheme/selections/pending/',
    'take-up': `/api/client/${clientId}/benefit-takeup`,
    insights: `/api/v2/client/${clientId}/employee-insights`,
    'report of all employees, CSV': `/api/v2/client/${clientId}/employees/download-report`,
    'report of all employees, workbook': `/api/v2/client/${clientId}/employees/download-report?format=xlsx`,
  }
  for (const [name, path] of Object.entries(pages)) await timed(name, async () => `${(await call(path)).bytes} bytes`)

  const runs = `/api/v2/client/${clientId}/payroll-runs`
  // Joiners' first deductions are not in the next run but in a later one, so several runs are locked.
  for (let turn = 1; turn <= 3; turn += 1) {
    let runId = ''
    await timed('payroll runs', async () => {
      const open = (JSON.parse((await call(runs)).body()) as Run[]).filter(({ state }) => state === 'open')
      const [largest] = open.toSorted((a, b) => b.lineCount - a.lineCount)
      if (!largest) throw new Error('No run is open')
      runId = largest.runId
      return `${largest.lineCount} lines`
    })
    await timed('payroll lock and its file', async () => {
      const locked = JSON.parse((await call(`${runs}/${runId}/lock`, '')).body()) as Run
      return `${locked.lineCount} lines`
    })
  }

  return (await peaks()).every((peak) => peak < mostMemory)
}

type Run = { runId: string; state: 'open' | 'locked'; lineCount: number }
