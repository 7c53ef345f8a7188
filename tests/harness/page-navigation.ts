/** A navigation away from the page. It is cancelled, so that the test continues. */
export type Departure = { to: string; how: string }

// Event of the Navigation API. Some versions of TypeScript lack these fields.
type Leaving = Event & { navigationType: string; destination: { url: string } }

/** Resolves at the next navigation to another site. `how` is 'push', or 'replace' if Back does not return to this page. */
export function nextNavigation(): Promise<Departure> {
  return nextLeaving(({ destination }) => new URL(destination.url).origin !== location.origin)
}

export function nextReload(): Promise<Departure> {
  return nextLeaving(({ navigationType }) => navigationType === 'reload')
}

function nextLeaving(isWanted: (event: Leaving) => boolean): Promise<Departure> {
  // Chromium has the Navigation API, and tests run only there.
  const { navigation } = globalThis as unknown as { navigation: EventTarget }
  return new Promise((resolve) => {
    const watch = (event: Event): void => {
      const leaving = event as Leaving
      if (!isWanted(leaving)) return
      event.preventDefault()
      navigation.removeEventListener('navigate', watch)
      resolve({ to: leaving.destination.url, how: leaving.navigationType })
    }
    navigation.addEventListener('navigate', watch)
  })
}
