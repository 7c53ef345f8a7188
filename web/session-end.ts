import { paths } from '../contract/paths.ts'
import { leaveFor } from '../features/session/leave-for.rules.ts'
import { isSignedIn, onForcedLogout } from '../features/session/use-session.ts'
import { beginView } from '../features/session/views/use-view-tab.ts'
import { joinTabs } from './join-tabs.ts'

/** What ends a session in this tab from outside it: other tabs, the server, and the browser's memory of left pages. */
export function watchSessionEnd(): void {
  joinTabs({ startAnew: () => location.replace(paths.home()) })

  onForcedLogout((session) => {
    // Nobody logs in to it again: the page of an expired link says what to do instead.
    if (session.masquerade) return beginView()
    const away = leaveFor(session)
    if (away) location.replace(away)
  })

  // A page that is left may be kept whole and come back with Back. What it shows is of a session that may have ended
  // meanwhile, so it goes out of sight and starts anew (S-39).
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted && isSignedIn()) document.documentElement.style.visibility = 'hidden'
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}
