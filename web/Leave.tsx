import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paths } from '../contract/paths.ts'
import { useSession } from '../features/session/use-session.ts'

/** Nobody is signed in: the session is forgotten already, what remains is to leave. Of idle tabs all say the same. */
export function Leave() {
  const router = useRouter()
  const wasIdle = useSession(({ session }) => session.step === 'out' && session.wasIdle === true)
  useEffect(() => router.history.replace(wasIdle ? paths.logoutSuccess() : paths.login()), [router, wasIdle])
  return null
}
