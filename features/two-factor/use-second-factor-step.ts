import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { CallFailed, failureText } from '../../contract/call-failed.ts'
import { paths } from '../../contract/paths.ts'
import type { LoginCredentials } from '../session/use-login-credentials.ts'
import { useSession } from '../session/use-session.ts'
import type { CodeRefusal } from './SecurityCodeForm.tsx'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'

type LaterStep = typeof import('./use-code-login.ts')

export function useSecondFactorStep() {
  const router = useRouter()
  const isIn = useSession(({ session }) => session.step === 'in')
  const [isHalfWay, setHalfWay] = useState(
    'loginCredentials' in localStorage || 'isHalfWay' in router.state.location.state,
  )
  const { busy, run } = useOneAtATime()
  const [refused, setRefused] = useState<CodeRefusal | null>(null)

  useEffect(() => {
    if (isIn || !isHalfWay) router.history.replace(isIn ? paths.home() : paths.login())
  }, [isIn, isHalfWay, router])
  useEffect(() => {
    resolveLater()
      .then(({ loginCredentials }) => setHalfWay(loginCredentials() !== null))
      .catch(() => undefined)
  }, [])

  const leave = async (why: string | null) => {
    const { leaveSecondFactor } = await resolveLater()
    leaveSecondFactor(why)
    setHalfWay(false)
  }

  const send = (work: (credentials: LoginCredentials, later: LaterStep) => Promise<void>): Promise<void> =>
    run(async () => {
      try {
        const later = await resolveLater()
        const credentials = later.loginCredentials()
        if (credentials) await work(credentials, later)
        else await leave(later.ended)
        setRefused(null)
        setHalfWay(later.loginCredentials() !== null)
      } catch (failure) {
        const why = failure instanceof CallFailed ? (await resolveLater()).reasonForEnd(failure) : null
        if (why !== null) await leave(why)
        else setRefused((last) => ({ sentence: failureText(failure), times: (last?.times ?? 0) + 1 }))
      }
    })

  return { isHalfWay: isHalfWay && !isIn, busy, refused, leave, send }
}

function resolveLater(): Promise<LaterStep> {
  return import('./use-code-login.ts')
}
