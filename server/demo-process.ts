import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const root = join(import.meta.dirname, '..')

const START_WITHIN_MS = 20_000

export type DemoProcess = {
  word: Promise<unknown>
  ended: Promise<unknown>
  stop: () => Promise<void>
}

export function startDemoProcess(
  program: string,
  {
    args = [],
    env = {},
    runner = process.execPath,
  }: { args?: readonly string[]; env?: Readonly<Record<string, string>>; runner?: string },
): DemoProcess {
  const child = spawn(runner, [join(root, program), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => {
    child.on('exit', () => resolve())
    child.on('error', ({ message }) => {
      process.emitWarning(`${program}: ${message}`)
      if (child.pid === undefined) resolve()
    })
  })
  const late = new AbortController()
  const first = Promise.race([
    once(child, 'message').then(
      ([said]: unknown[]) => said,
      () => undefined,
    ),
    ended.then(() => undefined),
    wait(START_WITHIN_MS, undefined, { signal: late.signal }),
  ])
  return {
    word: first.finally(() => late.abort()),
    ended,
    stop: async () => {
      child.kill()
      await ended
    },
  }
}
