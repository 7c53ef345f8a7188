import { setTimeout as wait } from 'node:timers/promises'
import { sendLoad } from './send-load.ts'
import { median } from './measure.ts'
import { benefitsList } from './benefits-list.ts'
import type { ServerProcess } from './start-process.ts'
import { twoDecimals } from './format-report.ts'
import type { BenchServers } from './bench-servers.ts'
import type { Line } from './benchmark.ts'

const starts = 5
/** A server without a request for this long is idle. */
const idleAfterMs = 3_000

/** P-15: compares the start-up time, idle memory and peak memory of portal and baseline server, without PostgreSQL. */
export async function measureStartUpAndMemory(stage: BenchServers): Promise<{ text: string; lines: Line[] }> {
  const { product, floor, startProduct, startFloor } = stage
  await busy(stage)
  const [ourPeak, theirPeak] = [(await product.memory()).peak, (await floor.memory()).peak]
  // Each server starts on the port of the server that was just stopped.
  await Promise.all([product.stop(), floor.stop()])
  const ours: Started[] = []
  const theirs: Started[] = []
  for (let round = 0; round < starts; round += 1) {
    ours.push(await startOnce(startProduct))
    theirs.push(await startOnce(startFloor))
  }
  const ratio = (of: (one: Started) => number) => median(ours.map(of)) / median(theirs.map(of))
  const lines: Line[] = [
    goal(
      'cold start',
      ratio(({ startedInMs }) => startedInMs),
      3,
    ),
    goal(
      'idle memory',
      ratio(({ idle }) => idle),
      2.5,
    ),
    goal('peak memory', ourPeak / theirPeak, 2),
  ]
  const side = (who: string, all: Started[], peak: number) =>
    [
      'P-15 footprint'.padEnd(28),
      who.padEnd(8),
      `cold start ${median(all.map(({ startedInMs }) => startedInMs))
        .toFixed(0)
        .padStart(5)} ms`,
      `idle ${megabytes(median(all.map(({ idle }) => idle)))}`,
      `peak ${megabytes(peak)}`,
    ].join('  ')
  return { text: [side('floor', theirs, theirPeak), side('product', ours, ourPeak)].join('\n'), lines }
}

/** Sends requests to both servers for some seconds, because P-15 may run without the other benchmarks. */
async function busy(stage: BenchServers): Promise<void> {
  const [work] = await benefitsList.prepare(stage)
  if (!work) return
  for (const target of [work.product, work.floor])
    await sendLoad(target, [], { connections: 32, milliseconds: 4_000, processes: [] })
}

type Started = { startedInMs: number; idle: number }

async function startOnce(start: () => Promise<ServerProcess>): Promise<Started> {
  const server = await start()
  await wait(idleAfterMs)
  const { now } = await server.memory()
  await server.stop()
  return { startedInMs: server.startedInMs, idle: now }
}

function goal(what: string, times: number, most: number): Line {
  return {
    goal: `P-15 ${what} at most ${most} × the baseline's`,
    verdict: times <= most ? 'HOLDS' : 'SHORT',
    why: twoDecimals(times),
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0).padStart(4)} MiB`
}
