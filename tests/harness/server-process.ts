import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = join(import.meta.dirname, '../..')

export type ServerProcess = {
  address: string
  child: ChildProcess
  output: () => string
  /** Sends SIGTERM, or SIGINT as Ctrl-C does, and waits. Returns the exit code. */
  stop: (signal?: 'SIGTERM' | 'SIGINT') => Promise<number | null>
  kill: () => Promise<void>
}

/** Ports below the range from which Linux assigns free ports, so that no other test gets them first. */
const ports = { from: 20_000, below: 32_000 }

/** Returns a local port that is free and stays free until it is used. */
export async function freePort(): Promise<number> {
  const port = randomInt(ports.from, ports.below)
  const server = createServer().listen(port, '127.0.0.1')
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (!isFree) return freePort()
  server.close()
  await once(server, 'close')
  return port
}

/** Resolves when the server process is ready. Rejects with its output if it ends earlier. */
export async function startServer(env: Record<string, string>, program = 'server/main.ts'): Promise<ServerProcess> {
  const child = spawn(process.execPath, [join(root, program)], {
    cwd: root,
    env: { ...process.env, MODE: 'demo', LOG_LEVEL: 'error', EXAMPLE_PAST: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const serves = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output += `${line}\n`
      if (line.startsWith('Ready')) resolve()
    })
  })
  const ended = exited.then((code) => {
    throw new Error(`The server ended with code ${code}:\n${output}`)
  })
  ended.catch(() => undefined)
  await Promise.race([serves, ended])
  return {
    address: `http://127.0.0.1:${env['PORT']}`,
    child,
    output: () => output,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return exited
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}
