import { create } from 'zustand'
import { persist, type PersistStorage, type StorageValue } from 'zustand/middleware'

type Consent = { cookiesAccepted: boolean; nonNecessaryCookiesEnabled: boolean }

export const CONSENT_KEY = 'cookies'
const VERSION = 2
const WRITE_EVERY_MS = 500

/** The one part of the state that is persisted (STATE-01): whether cookies are accepted, and which. */
export const useCookieConsent = create<Consent>()(
  persist((): Consent => ({ cookiesAccepted: false, nonNecessaryCookiesEnabled: false }), {
    name: CONSENT_KEY,
    version: VERSION,
    storage: throttledStorage<Consent>(),
    // State of another version is dropped (STATE-05): consent to something else is no consent.
    migrate: () => ({ cookiesAccepted: false, nonNecessaryCookiesEnabled: false }),
  }),
)

export function cookieConsentNow(): Consent {
  return useCookieConsent.getState()
}

export function acceptCookies(): void {
  useCookieConsent.setState({ cookiesAccepted: true })
}

export function saveCookieSettings({ video }: { video: boolean }): void {
  useCookieConsent.setState({ cookiesAccepted: true, nonNecessaryCookiesEnabled: video })
}

/** Local storage, written at most every 500 ms (STATE-02), and at the latest when the page is left. */
function throttledStorage<State>(): PersistStorage<State> {
  let waiting: { name: string; text: string } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    if (waiting) localStorage.setItem(waiting.name, waiting.text)
    waiting = null
  }
  addEventListener('pagehide', write)
  return {
    getItem: (name) => {
      const text = localStorage.getItem(name)
      try {
        // Written by setItem below; anything else that stands there reads as nothing.
        return text ? (JSON.parse(text) as StorageValue<State>) : null
      } catch {
        return null
      }
    },
    setItem: (name, value) => {
      waiting = { name, text: JSON.stringify(value) }
      timer ??= setTimeout(write, WRITE_EVERY_MS)
    },
    removeItem: (name) => localStorage.removeItem(name),
  }
}
