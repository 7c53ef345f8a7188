import { useEffect, useState } from 'react'

/** Debounce of calls made while somebody types or slides (CONST-08). */
export const DEBOUNCE_MS = 250

/** The text as it stood when it last held still. The first one counts at once. */
export function useDebounced(text: string, ms = DEBOUNCE_MS): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    if (text === settled) return
    const timer = setTimeout(() => setSettled(text), ms)
    return () => clearTimeout(timer)
  }, [text, settled, ms])
  return settled
}
