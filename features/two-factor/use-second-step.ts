import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { CallFailed, failureText } from '../../contract/call-failed.ts'
import { paths } from '../../contract/paths.ts'
import type { LoginCredentials } from '../session/use-login-credentials.ts'
import { useSession } from '../session/use-session.ts'
import type { Refusal } from './CodeEntry.tsx'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'

type Later = typeof import('./use-code-login.ts')

/** A screen between password and Home. Leads to `/` without a password step (LOGIN-27), to Home if signed in. */
export function useSecondStep() {
  const router = useRouter()
  const isIn = useSession(({ session }) => session.step === 'in')
  // Whether it is still good is looked at once the part that can tell has come.
  const [isHalfWay, setHalfWay] = useState('loginCredentials' in localStorage)
  const { busy, run } = useOneAtATime()
  const [refused, setRefused] = useState<Refusal | null>(null)

  useEffect(() => {
    if (isIn || !isHalfWay) router.history.replace(isIn ? paths.home() : paths.login())
  }, [isIn, isHalfWay, router])
  useEffect(() => {
    comesLater()
      .then(({ loginCredentials }) => setHalfWay(loginCredentials() !== null))
      // Offline now; sending says so.
      .catch(() => undefined)
  }, [])

  /** Back to the password, with a sentence where there is something to say. */
  const leave = async (why: string | null) => {
    const { leaveHalfWay } = await comesLater()
    leaveHalfWay(why)
    setHalfWay(false)
  }

  /** Sends something for who is half-way. */
  const send = (work: (credentials: LoginCredentials, later: Later) => Promise<void>): Promise<void> =>
    run(async () => {
      try {
        const later = await comesLater()
        const credentials = later.loginCredentials()
        if (credentials) await work(credentials, later)
        else await leave(later.ended)
        setRefused(null)
        setHalfWay(later.loginCredentials() !== null)
      } catch (failure) {
        const why = failure instanceof CallFailed ? (await comesLater()).whyItIsOver(failure) : null
        if (why !== null) await leave(why)
        else setRefused((last) => ({ sentence: failureText(failure), times: (last?.times ?? 0) + 1 }))
      }
    })

  return { isHalfWay: isHalfWay && !isIn, busy, refused, leave, send }
}

/** What is sent, and what may come of it: who opens the screen has not typed a code yet. */
function comesLater(): Promise<Later> {
  return import('./use-code-login.ts')
}
