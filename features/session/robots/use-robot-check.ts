import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../../contract/call.ts'
import { prepareRobotCheck, type RobotCheckReply } from './robot-check.contract.ts'
import { allowScripts, solve } from './use-robot-scripts.ts'
import { forgetTyped, keepTyped, typedBeforeCheck } from '../use-typed-before-check.ts'

/** `widget`: the provider's own box is to be ticked. `away`: its script did not come, and the server decides. */
export type RobotStep = 'open' | 'working' | 'widget' | 'confirmed' | 'failed' | 'away'

/** What is sent with the form, as soon as it is there; null when nothing has been proved. */
export type OnProof = (proof: Promise<string | null> | null) => void

/** A proof counts for two minutes; after this time it is made anew, so that whoever types slowly has one. */
const RENEW_AFTER_MS = 100_000

/** `email` is what the form has so far: it is kept where the page has to come anew. */
export function useRobotCheck(onProof: OnProof, email: string) {
  const [step, setStep] = useState<RobotStep>('open')
  const place = useRef<HTMLDivElement>(null)
  // What a box was ticked for that is unticked or gone by now counts no more.
  const turn = useRef(0)
  const renewal = useRef<ReturnType<typeof setTimeout>>(undefined)

  const stop = () => {
    turn.current += 1
    clearTimeout(renewal.current)
  }
  const leave = useEffectEvent(() => {
    stop()
    // A proof counts once: the form's next try has a box of its own.
    onProof(null)
  })
  useEffect(() => () => leave(), [])

  const tick = async (): Promise<void> => {
    stop()
    const mine = turn.current
    const show = (next: RobotStep) => turn.current === mine && setStep(next)
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

  /** The portal's own proof, or none yet where a provider's box has to be ticked first. */
  const prove = async (give: OnProof, show: (step: RobotStep) => void): Promise<string | null> => {
    try {
      const offer = await call(prepareRobotCheck, {})
      if (offer.provider === 'proof-of-work') return await solve(offer.puzzle)
      await askProvider(offer, give, show)
    } catch {
      give(null)
      show('failed')
    }
    return null
  }

  const askProvider = async (
    offer: Exclude<RobotCheckReply, { provider: 'proof-of-work' }>,
    give: OnProof,
    show: (step: RobotStep) => void,
  ): Promise<void> => {
    // A page that came without the provider's origins in its policy comes anew, with them: once, or it would for ever.
    if (!allowScripts(offer.script)) {
      if (typedBeforeCheck() !== null) throw new Error(`No page names ${offer.script}`)
      keepTyped(email)
      return location.reload()
    }
    // Fetched here alone: the portal's own check needs no box of somebody else.
    const { showWidget } = await import('./use-robot-widget.ts')
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
        // Any token: the server asks the provider, finds it away too, and lets few through (S-06).
        give(Promise.resolve('unavailable'))
        show('away')
      },
    })
  }

  const arrive = useEffectEvent(() => {
    // The box was ticked on the page that was here before.
    if (typedBeforeCheck() !== null) void tick().then(forgetTyped)
  })
  useEffect(() => arrive(), [])

  const untick = (): void => {
    stop()
    onProof(null)
    setStep('open')
  }

  return { step, isTicked: step !== 'open' && step !== 'failed', tick, untick, place }
}
