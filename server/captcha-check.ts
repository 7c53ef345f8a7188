import type { CaptchaService } from '../platform/app-context.ts'
import { portalOrigins } from './portal-origins.ts'
import type { Captcha } from '../platform/captcha-provider.ts'

type Settings = {
  portalUrl?: string | undefined
  fixedSite: string
  port?: number
  note: (why: string) => void
}

/** Connects the captcha with the portal's hosts, which come from settings and never from a request (S-06). */
export function captchaCheck(captcha: Captcha, { portalUrl, fixedSite, port = 0, note }: Settings): CaptchaService {
  const originOf = portalOrigins({ portalUrl, fixedSite, port })
  const hostOf = (site: string) => new URL(originOf(site)).hostname
  return {
    offer: ({ site, now }) => captcha.offer({ host: hostOf(site), now }),
    check: async (token, { site, now }) => {
      const verdict = await captcha.check(token, { host: hostOf(site), now })
      if (verdict.is === 'unavailable') note(verdict.why)
      return verdict
    },
  }
}
