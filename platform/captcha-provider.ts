import type { Puzzle } from './captcha-puzzle.ts'

export type CaptchaChallenge =
  | { provider: 'proof-of-work'; puzzle: Puzzle }
  | { provider: ExternalProvider; siteKey: string; script: string }

export type CaptchaVerdict =
  /** `once` identifies the proof, so that a caller that stores it can reject a second use. */
  | { is: 'passed'; once: string }
  | { is: 'failed' }
  /** The token could not be checked: the provider is unreachable or rejects our credentials. */
  | { is: 'unavailable'; why: string }

export type CaptchaPage = { host: string; now: Date }

export type PageOrigins = { scripts: readonly string[]; frames: readonly string[]; connect: readonly string[] }

export type Captcha = {
  offer: (page: CaptchaPage) => Promise<CaptchaChallenge>
  /** Never throws: an unexpected failure is `unavailable`. */
  check: (token: string, page: CaptchaPage) => Promise<CaptchaVerdict>
  /** Null for the portal's own captcha, which loads nothing from outside. */
  origins: PageOrigins | null
}

export type ExternalProvider = 'hcaptcha' | 'turnstile' | 'recaptcha'

export type ExternalSettings = {
  siteKey: string
  secret: string
  /** Base address of the script and the check, for installations that reach the provider elsewhere. */
  address?: string | undefined
}
