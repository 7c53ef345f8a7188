import { create } from 'zustand'
import { persist } from '../use-persisted-state.ts'

type Consent = { cookiesAccepted: boolean; nonNecessaryCookiesEnabled: boolean }

export const CONSENT_KEY = 'cookies'

/** The keys of local storage that outlive a session: the consent and the cached theme (LOGOUT-06). All others go with it. */
export const keptAfterLogout = /^(cookies$|theme:)/

/** Whether cookies are accepted, and which. */
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
