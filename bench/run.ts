import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { requestBenchmarks } from './request-benchmarks.ts'
import { measureLargeClient } from './measure-large-client.ts'
import { fullProtocol, measure } from './measure.ts'
import { measureStartUpAndMemory } from './start-up-and-memory.ts'
import { formatReport, lineText } from './format-report.ts'
import { writeResults } from './write-results.ts'
import { measureSeveralMachines } from './measure-several-machines.ts'
import { startBenchServers } from './bench-servers.ts'
import { workBenchmarks } from './work-benchmarks.ts'
import type { Line } from './benchmark.ts'

const usage = `Usage: npm run bench -- [name ...] [--all] [--people <number>] [--port <number>]
       npm run bench -- large-client [--people <number>] [--port <number>]
       npm run bench -- several-machines [--people <number>] [--port <number>]
Names: ${known().join(', ')}; all of them when none is given. With --all the results are written into docs/performance.md.
Of 100000 people, and on ports 3180 to 3182, unless told otherwise: --port names the first of the three.`

/** Benchmarks without a target value. Each generates its own test employees. */
const trials = new Map([
  ['LARGE-CLIENT', measureLargeClient],
  ['SEVERAL-MACHINES', measureSeveralMachines],
])

function known(): string[] {
  return [...new Set([...requestBenchmarks, ...workBenchmarks].map(({ name }) => name).toSorted()), 'P-15']
}

function words() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        all: { type: 'boolean', default: false },
        people: { type: 'string', default: '100000' },
        port: { type: 'string', default: '3180' },
      },
    })
  } catch {
    return null
  }
}

/** npm run bench: runs the named benchmarks and prints which goals are met. Returns exit code 1 if a goal is missed. */
async function main(): Promise<number> {
  const asked = words()
  if (!asked) {
    process.stderr.write(`${usage}\n`)
    return 2
  }
  const { values, positionals } = asked
  const names = positionals.map((name) => name.toUpperCase())
  const trial = values.all ? undefined : trials.get(names.join())
  if (
    (values.all && names.length > 0) ||
    (!trial && names.some((name) => !known().includes(name))) ||
    !/^[1-9]\d{1,6}$/.test(values.people)
  ) {
    process.stderr.write(`${usage}\n`)
    return 2
  }
  const wanted = (name: string) => names.length === 0 || names.includes(name)
  const [cpu] = cpus()
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? 'processor'}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.version}, ${values.people} people`
  say(machine)
  const started = performance.now()

  const port = Number(values.port)
  const ports = [port, port + 1, port + 2] as const
  if (trial) return await trial({ people: Number(values.people), ports, say })
  const stage = await startBenchServers({ people: Number(values.people), ports, log: say })
  const lines: Line[] = []
  try {
    for (const benchmark of requestBenchmarks.filter(({ name }) => wanted(name))) {
      for (const comparison of await benchmark.prepare(stage)) {
        const outcome = await measure(stage, comparison, fullProtocol)
        const { text, lines: judged } = formatReport(benchmark.name, comparison.title, outcome)
        say(text)
        lines.push(...judged)
      }
    }
    for (const { measure: alone } of workBenchmarks.filter(({ name }) => wanted(name))) {
      const { text, lines: judged } = await alone(stage, fullProtocol.rounds)
      say([text, ...judged.map(lineText)].join('\n'))
      lines.push(...judged)
    }
    if (wanted('P-15')) {
      const { text, lines: judged } = await measureStartUpAndMemory(stage)
      say([text, ...judged.map(lineText)].join('\n'))
      lines.push(...judged)
    }
  } finally {
    await stage.close()
  }
  const minutes = Math.ceil((performance.now() - started) / 60_000)
  if (values.all) await writeResults(`${machine}, ${minutes} minutes`, lines)
  return summary(lines)
}

function summary(lines: readonly Line[]): number {
  const count = (verdict: Line['verdict']) => lines.filter((line) => line.verdict === verdict)
  say(`\n${count('HOLDS').length} hold, ${count('SHORT').length} short, ${count('NOISY').length} noisy`)
  for (const line of [...count('SHORT'), ...count('NOISY')]) say(lineText(line))
  return count('SHORT').length > 0 ? 1 : 0
}

function say(text: string): void {
  process.stdout.write(`[${(performance.now() / 1_000).toFixed(0).padStart(4)} s] ${text}\n`)
}

process.exitCode = await main()
