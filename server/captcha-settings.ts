import { StartError } from '../database/start-error.ts'
import type { CaptchaSettings } from '../platform/captcha/captcha.ts'
import type { Mode } from '../platform/app-context.ts'
import type { ExternalProvider } from '../platform/captcha-provider.ts'

export const captchaProviders = ['proof-of-work', 'hcaptcha', 'turnstile', 'recaptcha'] as const

type Settings = {
  MODE: Mode
  CAPTCHA_PROVIDER: 'proof-of-work' | ExternalProvider
  CAPTCHA_SITE_KEY?: string | undefined
  CAPTCHA_SECRET?: string | undefined
  CAPTCHA_ADDRESS?: string | undefined
  PORTAL_URL?: string | undefined
}

export function readCaptchaSettings(settings: Settings): CaptchaSettings {
  const { MODE, CAPTCHA_PROVIDER: provider, CAPTCHA_ADDRESS: address, PORTAL_URL } = settings
  const { CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SECRET: secret } = settings
  if (provider === 'proof-of-work') {
    const [stray] = Object.entries({ CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SECRET: secret, CAPTCHA_ADDRESS: address })
      .filter(([, value]) => value !== undefined)
      .map(([name]) => name)
    if (stray) throw new StartError(`${stray} needs CAPTCHA_PROVIDER: hcaptcha, turnstile or recaptcha.`)
    return { provider }
  }
  if (!siteKey || !secret)
    throw new StartError(
      `CAPTCHA_PROVIDER ${provider} needs CAPTCHA_SITE_KEY and CAPTCHA_SECRET, as it has given them.`,
    )
  if (MODE === 'production' && !PORTAL_URL)
    throw new StartError(
      `CAPTCHA_PROVIDER ${provider} needs PORTAL_URL: where people find the portal, such as https://{site}.benefits.example.com, so that what was solved elsewhere does not count.`,
    )
  if (address !== undefined && !isAllowedAddress(address, MODE))
    throw new StartError(
      'The setting CAPTCHA_ADDRESS cannot be used: must be an https address without a closing slash, such as https://www.recaptcha.net/recaptcha.',
    )
  return { provider, siteKey, secret, address }
}

function isAllowedAddress(address: string, mode: Mode): boolean {
  if (!URL.canParse(address) || address.endsWith('/') || /[?#;,\s]/.test(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (mode !== 'production' && /^(localhost|127\.0\.0\.1)$/.test(hostname))
}
