import { paths } from '../contract/paths.ts'
import { logoutDestination } from '../services/session/logout-destination.rules.ts'
import { onForcedLogout } from '../features/session/use-token-renewal.ts'
import { isSignedIn } from '../features/session/use-session.ts'
import { markViewTab } from '../features/session/use-view-tab.ts'
import { synchroniseTabs } from './synchronise-tabs.ts'

export function leaveAfterSessionEnd(): void {
  synchroniseTabs({ reload: () => location.replace(paths.home()) })

  onForcedLogout((session) => {
    if (session.masquerade) return markViewTab()
    const away = logoutDestination(session)
    if (away) location.replace(away)
  })

  // A page that Back restores may show data of an ended session. It is hidden when left, and reloaded when restored (S-39).
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted && isSignedIn()) document.documentElement.style.visibility = 'hidden'
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}
