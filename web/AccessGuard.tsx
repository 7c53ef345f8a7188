import { lazy, Suspense, type ReactNode } from 'react'
import { guardMessages } from '../contract/messages.ts'
import { notFoundMessages } from '../contract/screen.messages.ts'
import { paths } from '../contract/paths.ts'
import { useSession, useUser, type Session } from '../features/session/use-session.ts'
import { buttonClass } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { Page } from '../ui/Page.tsx'
import { LogoutRedirect } from './LogoutRedirect.tsx'
import styles from './Shell.module.css'

const NewTerms = lazy(() => import('../features/content/NewTermsPage.tsx').then((m) => ({ default: m.NewTermsPage })))
const VoucherGate = lazy(() => import('./VoucherGate.tsx').then((m) => ({ default: m.VoucherGate })))

type Access = 'in' | 'employer'

/** In the specification's order (GUARD-03): loading, new terms, denied, success, otherwise logged out. */
export function AccessGuard({ access, children }: { access: Access; children: ReactNode }) {
  const session = useSession((state) => state.session)
  switch (accessDecision(session, access)) {
    case 'loading':
      return <Waiting />
    case 'new-terms':
      return (
        <Suspense fallback={<Waiting />}>
          <NewTerms />
        </Suspense>
      )
    case 'denied':
      return (
        <VoucherUsersGate>
          <Page title={guardMessages.denied} narrow>
            <Link to={paths.home()} className={buttonClass()}>
              {notFoundMessages.button}
            </Link>
          </Page>
        </VoucherUsersGate>
      )
    case 'success':
      return <VoucherUsersGate>{children}</VoucherUsersGate>
    case 'out':
      return <LogoutRedirect />
  }
}

function Waiting() {
  return (
    <p className={styles.waiting} role="status">
      {guardMessages.loading}
    </p>
  )
}

/** People in active employment pass at once. Others pass unless vouchers are all they have left (GUARD-08). */
function VoucherUsersGate({ children }: { children: ReactNode }) {
  const user = useUser()
  if (user?.employmentStatus === 'active') return children
  return (
    <Suspense fallback={<Waiting />}>
      <VoucherGate waiting={<Waiting />}>{children}</VoucherGate>
    </Suspense>
  )
}

function accessDecision(session: Session, access: Access): 'loading' | 'new-terms' | 'denied' | 'success' | 'out' {
  if (session.step === 'restoring') return 'loading'
  if (session.step === 'out') return 'out'
  if (session.user.siteTermsUpdated) return 'new-terms'
  if (access === 'employer' && session.user.userType !== 'employer') return 'denied'
  return 'success'
}
