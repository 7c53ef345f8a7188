import { useEffect, useState } from 'react'

/** Delay of calls while a person types or moves a slider, in milliseconds (CONST-08). */
export const DEBOUNCE_MS = 250

/** Returns the text after it has not changed for `ms`. The first text is returned at once. */
export function useDebounced(text: string, ms = DEBOUNCE_MS): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    if (text === settled) return
    const timer = setTimeout(() => setSettled(text), ms)
    return () => clearTimeout(timer)
  }, [text, settled, ms])
  return settled
}
