import type { ServerSecret } from '../key-ring.ts'
import { hcaptcha } from './hcaptcha.ts'
import { proofOfWork, type PuzzleEffort } from './proof-of-work.ts'
import { recaptcha } from './recaptcha.ts'
import { turnstile } from './turnstile.ts'
import type { Captcha, ExternalProvider, ExternalSettings } from '../captcha-provider.ts'

export type CaptchaSettings =
  | { provider: 'proof-of-work'; effort?: PuzzleEffort }
  | ({ provider: ExternalProvider } & ExternalSettings)

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
