import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paths } from '../contract/paths.ts'
import { useSession } from '../features/session/use-session.ts'

/** Redirects to the login page or, after an idle session, to the logout page. All tabs of an idle session show the same page. */
export function LogoutRedirect() {
  const router = useRouter()
  const wasIdle = useSession(({ session }) => session.step === 'out' && session.wasIdle === true)
  useEffect(() => {
    if (wasIdle) router.history.replace(paths.logoutSuccess(), { wasIdle })
    else router.history.replace(paths.login())
  }, [router, wasIdle])
  return null
}
