import { useEffect } from 'react'
import { call } from '../contract/call.ts'
import { ping } from '../services/session/session.contract.ts'
import { PING_EVERY } from './idle.ts'
import { currentIdleState } from './current-idle-state.ts'
import { lastCall } from './use-activity.ts'

const uses = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'input'] as const

/** Sends at most one ping a minute while a person types or points. An open idle warning is closed only by its button. */
export function usePingWhenUsed(): void {
  useEffect(() => {
    let triedAt = -PING_EVERY
    const onUse = () => {
      // Uses the monotonic clock, because the wall clock may be corrected.
      if (performance.now() - triedAt < PING_EVERY || currentIdleState().step !== 'active') return
      if (Date.now() - lastCall() < PING_EVERY) return
      triedAt = performance.now()
      // A refusal has already logged the person out. Without a response, the next use sends another ping.
      void call(ping, {}).catch(() => undefined)
    }
    for (const use of uses) document.addEventListener(use, onUse, { capture: true, passive: true })
    return () => {
      for (const use of uses) document.removeEventListener(use, onUse, { capture: true })
    }
  }, [])
}
