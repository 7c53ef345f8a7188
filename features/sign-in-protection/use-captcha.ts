import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../contract/call.ts'
import { prepareCaptcha, type CaptchaReply } from '../../services/session/captcha.contract.ts'
import { allowScripts, solvePuzzle } from './use-captcha-scripts.ts'
import { removeEmailBeforeReload, storeEmailBeforeReload, emailBeforeReload } from './use-email-before-reload.ts'

/** `widget`: the person must tick the provider's box. `away`: the provider's script could not be loaded. */
export type CaptchaStep = 'open' | 'working' | 'widget' | 'confirmed' | 'failed' | 'away'

export type ProofHandler = (proof: Promise<string | null> | null) => void

/** A token is valid for two minutes. It is renewed earlier, because people may type slowly. */
const RENEW_AFTER_MS = 100_000

export function useCaptcha(onProof: ProofHandler, email: string) {
  const [step, setStep] = useState<CaptchaStep>('open')
  const place = useRef<HTMLDivElement>(null)
  // Number of the current tick. Results of earlier ticks are ignored.
  const turn = useRef(0)
  const renewal = useRef<ReturnType<typeof setTimeout>>(undefined)

  const stop = () => {
    turn.current += 1
    clearTimeout(renewal.current)
  }
  const leave = useEffectEvent(() => {
    stop()
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

  /** Returns the token of the portal's own captcha. Null if a provider's box must be ticked first. */
  const prove = async (give: ProofHandler, show: (step: CaptchaStep) => void): Promise<string | null> => {
    try {
      const offer = await call(prepareCaptcha, {})
      if (offer.provider === 'proof-of-work') return await solvePuzzle(offer.puzzle)
      await askProvider(offer, give, show)
    } catch {
      give(null)
      show('failed')
    }
    return null
  }

  const askProvider = async (
    offer: Exclude<CaptchaReply, { provider: 'proof-of-work' }>,
    give: ProofHandler,
    show: (step: CaptchaStep) => void,
  ): Promise<void> => {
    // The page's policy may lack the provider's origin. Reload once; a second reload would be a loop.
    if (!allowScripts(offer.script)) {
      if (emailBeforeReload() !== null) throw new Error(`No page names ${offer.script}`)
      storeEmailBeforeReload(email)
      return location.reload()
    }
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
        // Any value will do: the server itself notices that the provider is down, and allows a few attempts (S-06).
        give(Promise.resolve('unavailable'))
        show('away')
      },
    })
  }

  const arrive = useEffectEvent(() => {
    if (emailBeforeReload() !== null) void tick().then(removeEmailBeforeReload)
  })
  useEffect(() => arrive(), [])

  const untick = (): void => {
    stop()
    onProof(null)
    setStep('open')
  }

  return { step, isTicked: step !== 'open' && step !== 'failed', tick, untick, place }
}
