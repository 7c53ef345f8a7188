import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** A new screen starts at its top; Back and Forward return to where the person was on it. */
export function useScroll(): void {
  const router = useRouter()
  useEffect(() => {
    history.scrollRestoration = 'manual'
    const heights = new Map<string, number>()
    const stops = [
      router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
        if (fromLocation) heights.set(placeOf(fromLocation), scrollY)
      }),
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        // A panel opens and closes over its page: only the query changes, and the page stays where it is.
        if (fromLocation && fromLocation.pathname !== toLocation.pathname)
          scrollTo({ top: heights.get(placeOf(toLocation)) ?? 0, behavior: 'instant' })
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [router])
}

/** One entry of the browser's history: the same address visited twice is two places. */
function placeOf(location: { href: string; state: { __TSR_key?: string } }): string {
  // oxlint-disable-next-line eslint/no-underscore-dangle -- the router's own name
  return location.state.__TSR_key ?? location.href
}
