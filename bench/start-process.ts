import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'

const root = join(import.meta.dirname, '..')

export type ServerProcess = {
  port: number
  pid: number
  /** Milliseconds from the start of the process until it was ready. */
  startedInMs: number
  /** In bytes. */
  memory: () => Promise<{ now: number; peak: number }>
  /** Returns the growth in bytes after garbage collection. Needs `reportsMemory`. The work must have run before. */
  memoryGrowth: (work: () => Promise<void>) => Promise<number>
  stop: () => Promise<void>
}

const sampleEveryMs = 500

/** Starts a program of this repository and waits until it prints 'Ready'. */
export async function startProcess(
  program: string,
  { port, env, reportsMemory = false }: { port: number; env: Record<string, string>; reportsMemory?: boolean },
): Promise<ServerProcess> {
  const started = performance.now()
  const reporting = reportsMemory ? ['--expose-gc', '--import', join(root, 'bench/memory-in-use.ts')] : []
  const child = spawn(process.execPath, [...reporting, join(root, program)], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...(reportsMemory ? (['ipc'] as const) : [])],
  })
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error(`The output of ${program} is not piped`)
  let output = ''
  stderr.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const exited = once(child, 'exit')
  const serves = new Promise<void>((resolve) => {
    createInterface({ input: stdout }).on('line', (line) => {
      if (line.startsWith('Ready')) resolve()
    })
  })
  const ended = exited.then(([code]) => {
    throw new Error(`${program} ended with ${String(code)}: ${output}`)
  })
  ended.catch(() => undefined)
  await Promise.race([serves, ended])
  const memory = async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
    const bytes = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024
    return { now: bytes('VmRSS'), peak: bytes('VmHWM') }
  }
  const memoryInUse = async (): Promise<number> => {
    child.send('memory')
    const [bytes] = await Promise.race([once(child, 'message'), ended])
    return bytes as number
  }
  return {
    port,
    pid: child.pid ?? 0,
    startedInMs: performance.now() - started,
    memory,
    memoryGrowth: async (work) => {
      const before = await memoryInUse()
      let most = before
      const finished = new AbortController()
      const sampling = (async () => {
        while (!finished.signal.aborted) {
          most = Math.max(most, await memoryInUse())
          await wait(sampleEveryMs)
        }
      })()
      try {
        await work()
      } finally {
        finished.abort()
        await sampling
      }
      return Math.max(most, await memoryInUse()) - before
    },
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}
