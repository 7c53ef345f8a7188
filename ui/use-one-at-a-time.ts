import { useRef, useState } from 'react'

/** Runs one task at a time; `run` answers undefined for a second one. State alone is too late: it arrives with the next paint. */
export function useOneAtATime() {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const run = async <Answer>(work: () => Promise<Answer>): Promise<Answer | undefined> => {
    if (running.current) return undefined
    running.current = true
    setBusy(true)
    try {
      return await work()
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, run }
}
