import { setTimeout as wait } from 'node:timers/promises'

const firstWaitMs = 250
const longestWaitMs = 8_000
const mostTries = 12

export async function retryUndo(undo: () => Promise<unknown>): Promise<void> {
  await undo().catch(() => void tryAgain(undo))
}

async function tryAgain(undo: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    await wait(Math.min(firstWaitMs * 2 ** tries, longestWaitMs), undefined, { ref: false })
    const isDone = await undo().then(
      () => true,
      () => false,
    )
    if (isDone) return
  }
}
