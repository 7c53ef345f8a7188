import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paths } from '../contract/paths.ts'
import { isViewTab, useSession } from '../features/session/use-session.ts'

/** Nobody is signed in: the session is forgotten already, what remains is to leave. Of idle tabs all say the same. */
export function Leave() {
  const router = useRouter()
  const wasIdle = useSession(({ session }) => session.step === 'out' && session.wasIdle === true)
  // A view stands in the memory of its tab: loaded anew or ended from outside it has expired (MASQ-07).
  const to = isViewTab() ? '/sso-login/msq' : wasIdle ? paths.logoutSuccess() : paths.login()
  useEffect(() => router.history.replace(to), [router, to])
  return null
}
