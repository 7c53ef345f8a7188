import { setTimeout as wait } from 'node:timers/promises'

export async function withTimeout(boundMs: number, step: Promise<unknown> | undefined): Promise<void> {
  const over = new AbortController()
  await Promise.race([step, wait(boundMs, undefined, { signal: over.signal })])
  over.abort()
}
