import { siteVerify } from './site-verify.ts'
import type { Captcha, ExternalSettings } from '../captcha-provider.ts'

/** See https://developers.google.com/recaptcha, version 2. Alternative address: https://www.recaptcha.net/recaptcha. */
export function recaptcha(settings: ExternalSettings): Captcha {
  const address = settings.address ?? 'https://www.google.com/recaptcha'
  const origin = new URL(address).origin
  const besides = settings.address ? [] : ['https://recaptcha.google.com']
  return siteVerify({
    name: 'recaptcha',
    settings,
    script: `${address}/api.js`,
    verify: `${address}/api/siteverify`,
    origins: {
      scripts: settings.address ? [origin] : [origin, 'https://www.gstatic.com'],
      frames: [origin, ...besides],
      connect: [origin],
    },
  })
}
