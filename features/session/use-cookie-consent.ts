import { create } from 'zustand'
import { persistStore } from './use-persisted-state.ts'

type Consent = { cookiesAccepted: boolean; nonNecessaryCookiesEnabled: boolean }

export const CONSENT_KEY = 'cookies'

/** A logout keeps consent and cached theme (LOGOUT-06). */
export const keptAfterLogout = /^(cookies$|theme:)/

export const useCookieConsent = create<Consent>(() => ({ cookiesAccepted: false, nonNecessaryCookiesEnabled: false }))

void persistStore(useCookieConsent, CONSENT_KEY)

export function cookieConsentNow(): Consent {
  return useCookieConsent.getState()
}

export function acceptCookies(): void {
  useCookieConsent.setState({ cookiesAccepted: true })
}

export function saveCookieSettings({ video }: { video: boolean }): void {
  useCookieConsent.setState({ cookiesAccepted: true, nonNecessaryCookiesEnabled: video })
}
