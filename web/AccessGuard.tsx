import type { ReactNode } from 'react'
import { errorMessages, guardMessages } from '../contract/messages.ts'
import { notFoundMessages } from '../contract/not-found-and-breadcrumbs.messages.ts'
import { paths } from '../contract/paths.ts'
import { restoreAgain } from '../features/session/use-token-renewal.ts'
import { useSession, useUser, type Session } from '../features/session/use-session.ts'
import { buttonClass } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { loadOnDemand } from '../ui/load-on-demand.tsx'
import { Page } from '../ui/Page.tsx'
import { ErrorState } from '../ui/States.tsx'
import { LogoutRedirect } from './LogoutRedirect.tsx'
import styles from './Shell.module.css'

const NewTermsPage = loadOnDemand(
  () => import('../features/content/NewTermsPage.tsx').then((m) => m.NewTermsPage),
  undefined,
  <Waiting isAgain />,
)
const VoucherGate = loadOnDemand(
  () => import('./VoucherGate.tsx').then((m) => m.VoucherGate),
  undefined,
  <Waiting isAgain />,
)

type Access = 'in' | 'employer'

/** Decides in the order of GUARD-03: loading, new terms, denied, success, otherwise logged out. */
export function AccessGuard({ access, children }: { access: Access; children: ReactNode }) {
  const session = useSession((state) => state.session)
  switch (accessDecision(session, access)) {
    case 'loading':
      return <Waiting />
    case 'unanswered':
      return (
        <Page title={errorMessages.uhOh} narrow>
          <ErrorState
            error={null}
            title={(session.step === 'out' && session.unanswered) || errorMessages.retryLater}
            onRetry={restoreAgain}
          />
        </Page>
      )
    case 'new-terms':
      return <NewTermsPage />
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

/** `isAgain`: another message was announced before, such as that of the login. */
function Waiting({ isAgain = false }: { isAgain?: boolean }) {
  return (
    <p className={styles.waiting} role={isAgain ? undefined : 'status'}>
      {guardMessages.loading}
    </p>
  )
}

/** People in active employment pass at once. Others pass unless they have nothing but vouchers (GUARD-08). */
function VoucherUsersGate({ children }: { children: ReactNode }) {
  const user = useUser()
  if (user?.employmentStatus === 'active') return children
  return <VoucherGate waiting={<Waiting isAgain />}>{children}</VoucherGate>
}

type Decision = 'loading' | 'unanswered' | 'new-terms' | 'denied' | 'success' | 'out'

function accessDecision(session: Session, access: Access): Decision {
  if (session.step === 'restoring') return 'loading'
  if (session.step === 'out') return session.unanswered === undefined ? 'out' : 'unanswered'
  if (session.user.siteTermsUpdated) return 'new-terms'
  if (access === 'employer' && session.user.userType !== 'employer') return 'denied'
  return 'success'
}
