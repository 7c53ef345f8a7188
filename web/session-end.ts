import { paths } from '../contract/paths.ts'
import { logoutDestination } from '../services/session/logout-destination.rules.ts'
import { onForcedLogout } from '../features/session/use-renewal.ts'
import { isSignedIn } from '../features/session/use-session.ts'
import { markViewTab } from '../features/session/use-view-tab.ts'
import { joinTabs } from './join-tabs.ts'

/** Handles ends of the session from outside this tab: other tabs, the server, and the browser's page cache. */
export function watchSessionEnd(): void {
  joinTabs({ startAnew: () => location.replace(paths.home()) })

  onForcedLogout((session) => {
    // A view cannot be logged in to again: the page of an expired link says what to do.
    if (session.masquerade) return markViewTab()
    const away = logoutDestination(session)
    if (away) location.replace(away)
  })

  // A page restored with Back may show data of an ended session, so it is hidden when left and reloaded (S-39).
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted && isSignedIn()) document.documentElement.style.visibility = 'hidden'
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}
