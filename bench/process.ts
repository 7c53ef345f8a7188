import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = join(import.meta.dirname, '..')

export type ServerProcess = {
  port: number
  pid: number
  /** Milliseconds from the start of the process until it was ready. */
  startedInMs: number
  /** Memory in bytes: current and peak. */
  memory: () => Promise<{ now: number; peak: number }>
  /** Peak memory during the work minus memory before it, in bytes. */
  memoryGrowth: (work: () => Promise<void>) => Promise<number>
  stop: () => Promise<void>
}

/** Starts a program of this repository that prints 'Ready' once it serves requests. */
export async function startProcess(
  program: string,
  { port, env }: { port: number; env: Record<string, string> },
): Promise<ServerProcess> {
  const started = performance.now()
  const child = spawn(process.execPath, [join(root, program)], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const exited = once(child, 'exit')
  const serves = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('Ready')) resolve()
    })
  })
  const ended = exited.then(([code]) => {
    throw new Error(`${program} ended with ${String(code)}: ${output}`)
  })
  ended.catch(() => undefined)
  await Promise.race([serves, ended])
  let earlierPeak = 0
  const memory = async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
    const kilobytes = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1])
    return { now: kilobytes('VmRSS') * 1024, peak: Math.max(earlierPeak, kilobytes('VmHWM') * 1024) }
  }
  return {
    port,
    pid: child.pid ?? 0,
    startedInMs: performance.now() - started,
    memory,
    memoryGrowth: async (work) => {
      const before = await memory()
      // Writing 5 resets the peak memory that Linux records (proc(5)).
      await writeFile(`/proc/${child.pid}/clear_refs`, '5')
      earlierPeak = 0
      await work()
      const { peak } = await memory()
      earlierPeak = before.peak
      return Math.max(0, peak - before.now)
    },
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}
