import type { Puzzle } from './captcha-puzzle.ts'

export type CaptchaChallenge =
  | { provider: 'proof-of-work'; puzzle: Puzzle }
  | { provider: ExternalProvider; siteKey: string; script: string }

export type CaptchaVerdict =
  /** `once` identifies the token, so that the caller can refuse a second use. */
  | { is: 'passed'; once: string }
  | { is: 'failed' }
  /** The token could not be checked: the provider is unreachable, or rejects our credentials. */
  | { is: 'unavailable'; why: string }

export type CaptchaPage = { host: string; now: Date }

export type PageOrigins = { scripts: readonly string[]; frames: readonly string[]; connect: readonly string[] }

export type Captcha = {
  offer: (page: CaptchaPage) => Promise<CaptchaChallenge>
  check: (token: string, page: CaptchaPage) => Promise<CaptchaVerdict>
  /** Origins that pages must allow. Null for the portal's own captcha, which loads nothing from outside. */
  origins: PageOrigins | null
}

export type ExternalProvider = 'hcaptcha' | 'turnstile' | 'recaptcha'

export type ExternalSettings = {
  siteKey: string
  secret: string
  address?: string | undefined
}
