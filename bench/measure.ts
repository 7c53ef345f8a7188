import type { Comparison } from './benchmark.ts'
import { sendLoad, type Run, send, type Target } from './send-load.ts'
import { countDatabasePages, type DatabasePages } from './count-database-pages.ts'
import type { BenchServers } from './bench-servers.ts'

/** `warmUp` is the time in milliseconds for each target, with the largest number of connections. */
export type Protocol = { warmUp: number; rounds: number; milliseconds: number; connections: readonly (1 | 32)[] }

/** V8 optimises a function only after tens of thousands of calls, so the warm-up is long. */
export const fullProtocol: Protocol = { warmUp: 10_000, rounds: 4, milliseconds: 4_000, connections: [1, 32] }

export type Side = Omit<Run, 'answers'> & { spread: number }
export type Measured = {
  title: string
  connections: 1 | 32
  product: Side
  floor: Side
  /** Throughput of the portal divided by that of the baseline server: the median of the rounds. */
  share: number
  goals: Comparison['goals']
}
export type Outcome = { measured: Measured[]; touched: DatabasePages; wrong: string[] }

export async function measure(stage: BenchServers, comparison: Comparison, protocol: Protocol): Promise<Outcome> {
  const { product, floor } = comparison
  await stage.renewSessions()
  const answers = await Promise.all([answersOf(product), answersOf(floor)])
  const wrong = answers[0].flatMap(({ status, body }, at) => {
    const other = answers[1][at]
    const path = product.requests[at]?.path ?? ''
    if (status !== 200 || other?.status !== 200) return [`${path} answered ${status}, the floor ${other?.status}`]
    return comparison.same(JSON.parse(body), JSON.parse(other.body)) ? [] : [`${path}: the floor answers otherwise`]
  })
  const touched = await countDatabasePages(stage, product.requests.slice(0, 8))
  if (wrong.length > 0) return { measured: [], touched, wrong }

  const jobs = protocol.connections.flatMap((connections) =>
    (['product', 'floor'] as const).map((side, at) => ({
      side,
      connections,
      target: comparison[side],
      expected: (answers[at] ?? []).map(({ bytes }) => bytes),
      processes: [processOf(stage, comparison[side]), stage.postgresPid],
      runs: [] as Run[],
    })),
  )
  const { milliseconds } = protocol
  const connections = Math.max(...protocol.connections)
  for (const side of ['product', 'floor'] as const)
    await sendLoad(comparison[side], [], { connections, milliseconds: protocol.warmUp, processes: [] })
  for (let round = 0; round < protocol.rounds; round += 1) {
    const order = [...jobs.slice(round % jobs.length), ...jobs.slice(0, round % jobs.length)]
    for (const { target, expected, connections, processes, runs } of order) {
      await stage.renewSessions()
      runs.push(await sendLoad(target, expected, { connections, milliseconds, processes }))
    }
  }
  const runsOf = (side: 'product' | 'floor', connections: number) =>
    jobs.find((job) => job.side === side && job.connections === connections)?.runs ?? []
  const measured = protocol.connections.map((connections): Measured => {
    const [ours, theirs] = [runsOf('product', connections), runsOf('floor', connections)]
    return {
      title: comparison.title,
      connections,
      product: sideOf(ours),
      floor: sideOf(theirs),
      share: median(ours.map(({ throughput }, round) => throughput / (theirs[round]?.throughput ?? 1))),
      goals: comparison.goals,
    }
  })
  return { measured, touched, wrong }
}

/** The baseline may be another endpoint of the portal. */
function processOf({ product, floor }: BenchServers, { port }: Target): number {
  return port === product.port ? product.pid : floor.pid
}

type Answer = { status: number; bytes: number; body: string }

async function answersOf({ port, requests }: Target): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const request of requests) {
    const { status, bytes, body } = await send(port, request)
    answers.push({ status, bytes, body: body() })
  }
  return answers
}

function sideOf(runs: readonly Run[]): Side {
  const rates = runs.map(({ throughput }) => throughput)
  return {
    throughput: median(rates),
    p50: median(runs.map(({ p50 }) => p50)),
    p99: median(runs.map(({ p99 }) => p99)),
    errors: runs.reduce((sum, { errors }) => sum + errors, 0),
    processorMs: median(runs.map(({ processorMs }) => processorMs)),
    spread: Math.max(...rates) / Math.min(...rates),
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2
}
