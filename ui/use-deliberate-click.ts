import { useLayoutEffect, useRef, type MouseEvent } from 'react'

/** Milliseconds between the clicks of a slow double click. Systems allow even longer settings. */
const DOUBLE_CLICK_MS = 700

/** Returns a function that is false for the second click of a double click, because the new content is still unread. */
export function useDeliberateClick(): (event: MouseEvent) => boolean {
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
