import { within } from './within.ts'

export type Rounds = {
  /** Begins another round now, or after the one that is under way. */
  wake: () => void
  /** Lets the round under way end, for a bounded time, and begins none any more. */
  stop: (withinMs: number) => Promise<void>
}

type Work = {
  /** Never two at once in this process. The signal asks it to come to an end. */
  round: (signal: AbortSignal) => Promise<void>
  everyMs: number
  onError: (error: unknown) => void
}

/** Repeats some work: at the start, whenever it is woken, and after a while in any case. */
export function keepRounds({ round, everyMs, onError }: Work): Rounds {
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
      await within(withinMs, underWay)
    },
  }
}
