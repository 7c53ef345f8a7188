import { withTimeout } from './timeout.ts'

export type RepeatedWork = {
  wake: () => void
  stop: (withinMs: number) => Promise<void>
}

type Work = {
  /** One round of work. Rounds of a process never overlap. The signal asks the round to finish. */
  round: (signal: AbortSignal) => Promise<void>
  everyMs: number
  onError: (error: unknown) => void
}

export function repeatWork({ round, everyMs, onError }: Work): RepeatedWork {
  const leaving = new AbortController()
  let underWay: Promise<void> | undefined
  let again = false

  const go = async (): Promise<void> => {
    do {
      again = false
      try {
        await round(leaving.signal)
      } catch (error) {
        onError(error)
      }
    } while (again && !leaving.signal.aborted)
    underWay = undefined
  }
  const wake = (): void => {
    if (leaving.signal.aborted) return
    if (underWay) again = true
    else underWay = go()
  }
  const timer = setInterval(wake, everyMs)
  wake()

  return {
    wake,
    async stop(withinMs) {
      leaving.abort()
      clearInterval(timer)
      await withTimeout(withinMs, underWay)
    },
  }
}
