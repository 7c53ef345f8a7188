import { siteVerify } from './site-verify.ts'
import type { Captcha, ExternalSettings } from '../captcha-provider.ts'

/** See https://docs.hcaptcha.com. The site key is sent as well, so that tokens for our other sites are refused. */
export function hcaptcha(settings: ExternalSettings): Captcha {
  const { address } = settings
  const everywhere = address ? [new URL(address).origin] : ['https://hcaptcha.com', 'https://*.hcaptcha.com']
  return siteVerify({
    name: 'hcaptcha',
    settings,
    script: `${address ?? 'https://js.hcaptcha.com/1'}/api.js`,
    verify: `${address ?? 'https://api.hcaptcha.com'}/siteverify`,
    also: { sitekey: settings.siteKey },
    origins: { scripts: everywhere, frames: everywhere, connect: everywhere },
  })
}
