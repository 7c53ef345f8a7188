import '../ui/icon-shapes.ts'
import type { RouteComponent } from '@tanstack/react-router'
import { QueryClientProvider } from '@tanstack/react-query'
import { useMasquerade, useSession, useUser, type Session } from '../features/session/use-session.ts'
import { useReadOnlyView } from '../features/session/use-signed-in-person.ts'
import { applySchemeTheme } from '../features/theme/use-scheme-theme.ts'
import { pageData } from '../features/theme/use-theme.ts'
import { fetchIcons } from '../ui/icon-file.ts'
import { forgetNotices } from '../ui/use-notices.ts'
import { usePanel, usePanels } from '../ui/use-panel.ts'
import { AccessGuard } from './AccessGuard.tsx'
import { mayOpenPanel } from './panel-access.ts'
import { DeniedPanel, panelComponents } from './panels.tsx'
import { queries } from './queries.ts'

const schemeOf = ({ session }: { session: Session }) => (session.step === 'in' ? session.client.scheme : null)

let dropLooks: (() => void) | null = null

function loadLooks(scheme: Parameters<typeof applySchemeTheme>[0]): void {
  dropLooks?.()
  dropLooks = applySchemeTheme(scheme)
}

useSession.subscribe((now, before) => {
  if (now.session.step === 'out') {
    queries.clear()
    forgetNotices()
    dropLooks?.()
    dropLooks = null
  }
  const scheme = schemeOf(now)
  if (scheme && scheme !== schemeOf(before)) loadLooks(scheme)
})
/** The person may have logged in before this file was loaded. */
const schemeAtStart = schemeOf(useSession.getState())
if (schemeAtStart) loadLooks(schemeAtStart)

const icons = pageData()?.icons
if (icons) void fetchIcons(icons)

export function AppScreen({ access, screen: Screen }: { access: 'in' | 'employer'; screen: RouteComponent }) {
  return (
    <QueryClientProvider client={queries}>
      <AccessGuard access={access}>
        <Screen />
        <OpenPanel />
      </AccessGuard>
    </QueryClientProvider>
  )
}

function OpenPanel() {
  const panel = usePanel()
  const { close } = usePanels()
  const user = useUser()
  const isView = useMasquerade() !== null
  const isReadOnly = useReadOnlyView()
  if (!panel) return null
  const mayOpen = mayOpenPanel(panel.name, { isEmployer: user?.userType === 'employer', isView, isReadOnly })
  const Panel = mayOpen ? panelComponents[panel.name] : DeniedPanel
  // Panel parameters that are not ids only filter, so the panel keeps its state when they change.
  const about = Object.entries(panel.params).filter(([name]) => name.endsWith('Id'))
  return <Panel key={panel.name + String(about)} params={panel.params} onClose={close} />
}
