import { useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { paths } from '../contract/paths.ts'
import { useSession } from '../features/session/use-session.ts'
import { useVouchersOnly } from '../features/session/use-vouchers-only.ts'
import { Link } from '../ui/Link.tsx'
import { Notices } from '../ui/Notices.tsx'
import { focusPressed } from '../ui/focus-pressed.ts'
import { Avatar } from './Avatar.tsx'
import { MobileMenu } from './MobileMenu.tsx'
import { Navigation } from './Navigation.tsx'
import { UserMenu } from './UserMenu.tsx'
import styles from './HeaderForUser.module.css'
import { isCurrent, navigationFor } from './navigation-items.ts'
import { navMessages, noticeMessages } from './menu.messages.ts'
import { leaveAfterSessionEnd } from './leave-after-session-end.ts'
import { headerMessages } from './web.messages.ts'

leaveAfterSessionEnd()
focusPressed()

// In a separate file, because it is first needed after 14 minutes. Without it, only the server ends idle sessions.
const IdleScreen = lazy(() =>
  import('./IdleScreen.tsx').then((m) => ({ default: m.IdleScreen })).catch(() => ({ default: () => null })),
)

export function HeaderForUser() {
  const session = useSession((state) => state.session)
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const ccvOnly = useVouchersOnly((state) => state.ccvOnly)
  if (session.step !== 'in') return null
  const { user, cmsData } = session
  const items = navigationFor({ ...user, ccvOnly, faqs: cmsData.faqs })
  const greeting = headerMessages.greeting(user.firstName || user.name)
  return (
    <>
      <Navigation items={items} />
      <div className={styles.end}>
        <span className={styles.greeting}>{greeting}</span>
        <Link
          to={paths.profile()}
          className={styles.avatarLink}
          aria-current={isCurrent({ to: paths.profile() }, pathname) ? 'page' : undefined}
        >
          <Avatar user={user} />
          <span className="visually-hidden">{navMessages.profile}</span>
        </Link>
        <UserMenu greeting={greeting} />
        <MobileMenu items={items} />
      </div>
      <Suspense>
        <IdleScreen />
      </Suspense>
      {/* Notices wait while new terms cover the screen. */}
      <Notices dismissLabel={noticeMessages.dismiss} waiting={user.siteTermsUpdated} />
    </>
  )
}
