import { siteVerify } from './site-verify.ts'
import type { Captcha, ExternalSettings } from '../captcha-provider.ts'

/** See https://developers.cloudflare.com/turnstile. */
export function turnstile(settings: ExternalSettings): Captcha {
  const address = settings.address ?? 'https://challenges.cloudflare.com/turnstile/v0'
  const origin = [new URL(address).origin]
  return siteVerify({
    name: 'turnstile',
    settings,
    script: `${address}/api.js`,
    verify: `${address}/siteverify`,
    origins: { scripts: origin, frames: origin, connect: origin },
  })
}
