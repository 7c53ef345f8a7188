import { useEffect, useState } from 'react'

/** Milliseconds to wait while a person types or moves a slider (CONST-08). */
export const DEBOUNCE_MS = 250

export function useDebounced(text: string, ms = DEBOUNCE_MS): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    if (text === settled) return
    const timer = setTimeout(() => setSettled(text), ms)
    return () => clearTimeout(timer)
  }, [text, settled, ms])
  return settled
}
