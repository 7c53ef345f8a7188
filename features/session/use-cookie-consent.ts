import { create } from 'zustand'
import { persist } from './use-persisted-state.ts'

type Consent = { cookiesAccepted: boolean; nonNecessaryCookiesEnabled: boolean }

export const CONSENT_KEY = 'cookies'

/** Consent and cached theme (LOGOUT-06). All other keys are removed. */
export const keptAfterLogout = /^(cookies$|theme:)/

export const useCookieConsent = create<Consent>(() => ({ cookiesAccepted: false, nonNecessaryCookiesEnabled: false }))

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
