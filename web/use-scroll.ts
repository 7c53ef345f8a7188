import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

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
        // Opening or closing a panel changes only the query string, so the page keeps its position.
        if (fromLocation && fromLocation.pathname !== toLocation.pathname)
          scrollTo({ top: heights.get(placeOf(toLocation)) ?? 0, behavior: 'instant' })
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [router])
}

function placeOf(location: { href: string; state: { __TSR_key?: string } }): string {
  // oxlint-disable-next-line eslint/no-underscore-dangle -- the router's own name
  return location.state.__TSR_key ?? location.href
}
