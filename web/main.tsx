import '../ui/tokens.css'
import './fonts.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { installTransport } from '../contract/call.ts'
import { failureText } from '../contract/call-failed.ts'
import { paths } from '../contract/paths.ts'
import { sessionNow, useSession } from '../features/session/use-session.ts'
import { pageData } from '../features/theme/use-theme.ts'
import { setCallHosts, transport } from './call.ts'
import { makeRouter } from './routes.tsx'
import { startTheme } from '../features/theme/use-page-theme.ts'

installTransport(transport)
setCallHosts(pageData()?.hosts)
// Removes what an abandoned two-factor login left in storage, once it has expired (STATE-07).
if ('loginCredentials' in localStorage)
  void import('../features/session/use-login-credentials.ts').then((m) => m.removeExpiredCredentials())

void start()

async function start(): Promise<void> {
  const router = makeRouter()
  const restored =
    sessionNow().step === 'restoring'
      ? import('../features/session/use-token-renewal.ts')
          .then((m) => m.restoreSession())
          .catch((failure: unknown) =>
            useSession.setState({ session: { step: 'out', loginError: null, unanswered: failureText(failure) } }),
          )
      : undefined
  // Logged-in people go from `/` to Home. Until the login is restored, the static login page stays.
  const known = location.pathname === paths.login() ? restored : undefined
  await Promise.all([startTheme(), router.load(), known])

  const root = document.querySelector('#root')
  if (!root) throw new Error('The page has no #root')
  // Rendered synchronously, so that the static login page is replaced without a gap.
  const reactRoot = createRoot(root)
  flushSync(() =>
    reactRoot.render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  )
}
