import { useLayoutEffect, useRef, type MouseEvent } from 'react'

/** Longer than the two clicks of a double click lie apart, unless somebody has made that time long for themselves. */
const DOUBLE_CLICK_MS = 700

/**
 * Whether a click is meant for what has come, and is not the second one of a double click on what stood in its place:
 * that one does nothing, as nobody has read yet what it would answer. Keys and screen readers send no second clicks
 * (`detail` is 0 or 1). From the first click that is meant, or 700 ms after it came, every click is.
 */
export function useMeantClick(): (event: MouseEvent) => boolean {
  const from = useRef(Infinity)
  useLayoutEffect(() => {
    from.current = performance.now() + DOUBLE_CLICK_MS
  }, [])
  return (event) => {
    if (event.detail < 2) from.current = 0
    const isMeant = event.timeStamp >= from.current
    if (!isMeant) event.preventDefault()
    return isMeant
  }
}
