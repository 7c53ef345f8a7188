import type { CaptchaReply } from '../../services/session/captcha.contract.ts'
import { loadScript } from './use-captcha-scripts.ts'

type CaptchaOffer = Exclude<CaptchaReply, { provider: 'proof-of-work' }>

type Widget = { render: (place: HTMLElement, options: object) => unknown }

const names = { hcaptcha: 'hcaptcha', turnstile: 'turnstile', recaptcha: 'grecaptcha' } as const
const READY = 'robotCheckIsReady'

type WidgetCallbacks = {
  place: HTMLElement | null
  onToken: (token: string) => void
  onGone: () => void
  onAway: () => void
}

export async function showWidget({ provider, siteKey, script }: CaptchaOffer, told: WidgetCallbacks): Promise<void> {
  const { place, onToken, onGone, onAway } = told
  try {
    await (loaded ??= startProvider(script))
  } catch {
    loaded = undefined
    onAway()
    return
  }
  // Each provider's script defines a global object.
  const widget = (globalThis as unknown as Record<string, Widget | undefined>)[names[provider]]
  const spot = document.createElement('div')
  place?.replaceChildren(spot)
  widget?.render(spot, {
    sitekey: siteKey,
    callback: onToken,
    'expired-callback': onGone,
    'error-callback': onAway,
  })
}

function startProvider(script: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    Object.assign(globalThis, { [READY]: resolve })
    loadScript(`${script}?render=explicit&onload=${READY}`).catch(reject)
  })
}

let loaded: Promise<unknown> | undefined
