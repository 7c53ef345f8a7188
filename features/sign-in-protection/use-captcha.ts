import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../contract/call.ts'
import { prepareCaptcha, type CaptchaReply } from '../../services/session/captcha.contract.ts'
import { allowScripts, solve } from './use-captcha-scripts.ts'
import { removeEmail, storeEmail, storedEmail } from './use-input-before-captcha.ts'

/** `widget`: the provider's box is waiting to be ticked. `away`: its script did not load, and the server decides. */
export type CaptchaStep = 'open' | 'working' | 'widget' | 'confirmed' | 'failed' | 'away'

/** Null if there is no proof to send. */
export type OnProof = (proof: Promise<string | null> | null) => void

/** A proof is valid for two minutes. Renewed earlier, so that slow typists have a valid one. */
const RENEW_AFTER_MS = 100_000

export function useCaptcha(onProof: OnProof, email: string) {
  const [step, setStep] = useState<CaptchaStep>('open')
  const place = useRef<HTMLDivElement>(null)
  // Results for an earlier tick, since unticked or removed, are ignored.
  const turn = useRef(0)
  const renewal = useRef<ReturnType<typeof setTimeout>>(undefined)

  const stop = () => {
    turn.current += 1
    clearTimeout(renewal.current)
  }
  const leave = useEffectEvent(() => {
    stop()
    // A proof works once, so the next attempt gets a new box.
    onProof(null)
  })
  useEffect(() => () => leave(), [])

  const tick = async (): Promise<void> => {
    stop()
    const mine = turn.current
    const show = (next: CaptchaStep) => turn.current === mine && setStep(next)
    show('working')
    const proof = prove((next) => {
      if (turn.current === mine) onProof(next)
    }, show)
    onProof(proof)
    if ((await proof) !== null && turn.current === mine) {
      renewal.current = setTimeout(() => void tick(), RENEW_AFTER_MS)
      setStep('confirmed')
    }
  }

  /** Returns the portal's own proof, or null if a provider's box must be ticked first. */
  const prove = async (give: OnProof, show: (step: CaptchaStep) => void): Promise<string | null> => {
    try {
      const offer = await call(prepareCaptcha, {})
      if (offer.provider === 'proof-of-work') return await solve(offer.puzzle)
      await askProvider(offer, give, show)
    } catch {
      give(null)
      show('failed')
    }
    return null
  }

  const askProvider = async (
    offer: Exclude<CaptchaReply, { provider: 'proof-of-work' }>,
    give: OnProof,
    show: (step: CaptchaStep) => void,
  ): Promise<void> => {
    // If the page's policy lacks the provider's origin, reload the page once; a second time would loop.
    if (!allowScripts(offer.script)) {
      if (storedEmail() !== null) throw new Error(`No page names ${offer.script}`)
      storeEmail(email)
      return location.reload()
    }
    // The portal's own check needs no provider's box.
    const { showWidget } = await import('./use-captcha-widget.ts')
    show('widget')
    void showWidget(offer, {
      place: place.current,
      onToken: (token) => {
        give(Promise.resolve(token))
        show('confirmed')
      },
      onGone: () => {
        give(null)
        show('widget')
      },
      onAway: () => {
        // Any token will do: the server also finds the provider down and allows a few attempts (S-06).
        give(Promise.resolve('unavailable'))
        show('away')
      },
    })
  }

  const arrive = useEffectEvent(() => {
    // The box was ticked before the page was reloaded.
    if (storedEmail() !== null) void tick().then(removeEmail)
  })
  useEffect(() => arrive(), [])

  const untick = (): void => {
    stop()
    onProof(null)
    setStep('open')
  }

  return { step, isTicked: step !== 'open' && step !== 'failed', tick, untick, place }
}
