import '../ui/tokens.css'
import './fonts.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { installTransport } from '../contract/call.ts'
import { restoreSession, sessionNow, useSession } from '../features/session/use-session.ts'
import { applySchemeLooks, startTheme } from '../features/theme/use-theme.ts'
import { transport } from './call.ts'
import { makeRouter } from './routes.tsx'
import { joinTabs } from './use-activity.ts'

installTransport(transport)
joinTabs()
useSession.subscribe(({ session }, before) => {
  if (session.step === 'in' && before.session.step !== 'in') applySchemeLooks(session.client.scheme)
})

const router = makeRouter()

// The login's static shell stays until the first screen is ready to take its place in one step.
const restored = restoreSession()
await Promise.all([startTheme(), router.load(), ...(sessionNow().step === 'restoring' && location.pathname === '/' ? [restored] : [])])

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no #root')
const reactRoot = createRoot(root)
flushSync(() =>
  reactRoot.render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  ),
)
