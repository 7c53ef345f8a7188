import type { ServerSecret } from '../keys.ts'
import { hcaptcha } from './hcaptcha.ts'
import { proofOfWork, type Effort, type Puzzle } from './proof-of-work.ts'
import { recaptcha } from './recaptcha.ts'
import { turnstile } from './turnstile.ts'

/** What a page needs to ask whether somebody is a robot. */
export type CaptchaOffer =
  | { provider: 'proof-of-work'; puzzle: Puzzle }
  | { provider: ExternalProvider; siteKey: string; script: string }

export type Verdict =
  /** Not a robot; `once` names the proof, so that whoever keeps it can tell when it comes again. */
  | { is: 'passed'; once: string }
  | { is: 'failed' }
  /** Nobody can say: whoever checks tokens is away, or does not know us. */
  | { is: 'unavailable'; why: string }

/** The page that asks: the name of its host, as the portal knows it. */
export type Page = { host: string; now: Date }

/** Origins outside the portal that a page with the check loads from. */
export type PageOrigins = { scripts: readonly string[]; frames: readonly string[]; connect: readonly string[] }

export type Captcha = {
  offer: (page: Page) => Promise<CaptchaOffer>
  /** Never throws: what cannot be found out is `unavailable`. */
  check: (token: string, page: Page) => Promise<Verdict>
  /** Null for the portal's own, which needs nothing from elsewhere. */
  origins: PageOrigins | null
}

export type ExternalProvider = 'hcaptcha' | 'turnstile' | 'recaptcha'

export type ExternalSettings = {
  siteKey: string
  secret: string
  /** Where the provider is, for installations that reach it elsewhere: the script and the check lie below it. */
  address?: string | undefined
}

export type CaptchaSettings =
  | { provider: 'proof-of-work'; effort?: Effort }
  | ({ provider: ExternalProvider } & ExternalSettings)

/** The one place that knows every provider. */
export function captchaOf(settings: CaptchaSettings, serverSecret: ServerSecret): Captcha {
  switch (settings.provider) {
    case 'proof-of-work':
      return proofOfWork(serverSecret, settings.effort)
    case 'hcaptcha':
      return hcaptcha(settings)
    case 'turnstile':
      return turnstile(settings)
    case 'recaptcha':
      return recaptcha(settings)
  }
}
