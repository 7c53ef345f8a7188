import { create } from 'zustand'
import { persist } from './use-persisted-state.ts'

type Consent = { cookiesAccepted: boolean; nonNecessaryCookiesEnabled: boolean }

export const CONSENT_KEY = 'cookies'

/** Local storage keys that survive a logout: the consent and the cached theme (LOGOUT-06). All others are removed. */
export const keptAfterLogout = /^(cookies$|theme:)/

export const useCookieConsent = create<Consent>(() => ({ cookiesAccepted: false, nonNecessaryCookiesEnabled: false }))

// The one part of the state that is persisted (STATE-01).
void persist(useCookieConsent, CONSENT_KEY)

export function cookieConsentNow(): Consent {
  return useCookieConsent.getState()
}

export function acceptCookies(): void {
  useCookieConsent.setState({ cookiesAccepted: true })
}

export function saveCookieSettings({ video }: { video: boolean }): void {
  useCookieConsent.setState({ cookiesAccepted: true, nonNecessaryCookiesEnabled: video })
}
