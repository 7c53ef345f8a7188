/** Where a page goes when it leaves for another site: told instead of done, so that the test goes on. */
export type Departure = { to: string; how: string }

// What the browser tells before a page is left; TypeScript's own types do not have all of it in every version.
type Leaving = Event & { navigationType: string; destination: { url: string } }

/** The next departure for another site, in place of this page or as a step that leads back. */
export function nextDeparture(): Promise<Departure> {
  return nextLeaving(({ destination }) => new URL(destination.url).origin !== location.origin)
}

/** The next time that the page would be loaded anew. */
export function nextReload(): Promise<Departure> {
  return nextLeaving(({ navigationType }) => navigationType === 'reload')
}

function nextLeaving(isIt: (event: Leaving) => boolean): Promise<Departure> {
  // Chromium has it, and tests run there alone.
  const { navigation } = globalThis as unknown as { navigation: EventTarget }
  return new Promise((resolve) => {
    const watch = (event: Event): void => {
      const leaving = event as Leaving
      if (!isIt(leaving)) return
      event.preventDefault()
      navigation.removeEventListener('navigate', watch)
      resolve({ to: leaving.destination.url, how: leaving.navigationType })
    }
    navigation.addEventListener('navigate', watch)
  })
}
