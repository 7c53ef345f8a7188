import { useEffect } from 'react'
import { call } from '../contract/call.ts'
import { ping } from '../services/session/session.contract.ts'
import { PING_EVERY } from './idle.ts'
import { idleNow } from './idle-now.ts'
import { lastCall } from './use-activity.ts'

const uses = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'input'] as const

/**
 * Tells the server of typing and pointer use, which need no calls otherwise, at most once a minute. The idle warning then counts
 * from the person's last use. Once the warning shows, only its button ends it.
 */
export function usePingWhenUsed(): void {
  useEffect(() => {
    let triedAt = -PING_EVERY
    const onUse = () => {
      // By the monotonic clock, because the wall clock may be corrected.
      if (performance.now() - triedAt < PING_EVERY || idleNow().step !== 'active') return
      if (Date.now() - lastCall() < PING_EVERY) return
      triedAt = performance.now()
      // A refusal has logged the person out. Without an answer, the next use tries again.
      void call(ping, {}).catch(() => undefined)
    }
    for (const use of uses) document.addEventListener(use, onUse, { capture: true, passive: true })
    return () => {
      for (const use of uses) document.removeEventListener(use, onUse, { capture: true })
    }
  }, [])
}
