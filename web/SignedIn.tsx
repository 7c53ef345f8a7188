import type { RouteComponent } from '@tanstack/react-router'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { CallFailed } from '../contract/call-failed.ts'
import { useSession } from '../features/session/use-session.ts'
import { Notices } from '../ui/Notices.tsx'
import { usePanel, usePanels } from '../ui/use-panel.ts'
import { AccessGuard } from './AccessGuard.tsx'
import { panelComponents } from './panels.tsx'
import { shellMessages } from './web.messages.ts'

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // A refusal will not change by asking again; a cut line or a server in trouble may.
      retry: (times, failure) => times < 2 && (!(failure instanceof CallFailed) || failure.status === null || failure.status >= 500),
    },
  },
})

// What one person saw must not be there for the next.
useSession.subscribe(({ session }) => {
  if (session.step === 'out') queries.clear()
})

/** Everything below `/app`: the guard, the cache of server data, the screen, and the panel that the address names. */
export function SignedIn({ access, screen: Screen }: { access: 'in' | 'employer'; screen: RouteComponent }) {
  return (
    <QueryClientProvider client={queries}>
      <AccessGuard access={access}>
        <Screen />
        <OpenPanel />
        <Notices dismissLabel={shellMessages.dismiss} />
      </AccessGuard>
    </QueryClientProvider>
  )
}

function OpenPanel() {
  const panel = usePanel()
  const { close } = usePanels()
  if (!panel) return null
  const Panel = panelComponents[panel.name]
  return (
    <Suspense>
      <Panel key={JSON.stringify(panel)} params={panel.params} onClose={close} />
    </Suspense>
  )
}
