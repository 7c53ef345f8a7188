import { paths } from '../../contract/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import { useSession } from '../session/use-session.ts'
import { useTheme } from '../theme/use-theme.ts'
import { benefitMessages } from '../../domain/selections/benefits.messages.ts'
import { breadcrumbMessages } from '../../contract/not-found-and-breadcrumbs.messages.ts'
import { useBackLink } from './use-benefit-address.ts'
import { isNotFound } from './use-benefits.ts'

export function BenefitProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Page title={breadcrumbMessages.benefits} crumbs={[useBackLink()]}>
      {isNotFound(error) ? (
        <EmptyState
          icon="search"
          title={benefitMessages.gone}
          action={
            <Link to={paths.benefits()} className={buttonClass('primary')}>
              {benefitMessages.toBenefits}
            </Link>
          }
        />
      ) : (
        <LoadFailed error={error} onRetry={onRetry} />
      )}
    </Page>
  )
}

export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return <ErrorState error={error} title={benefitMessages.loadFailed} onRetry={onRetry} action={<ContactLink />} />
}

function ContactLink() {
  const hasContactPage = useSession(({ session }) => session.step === 'in' && session.client.contactUsEnabled)
  const supportEmail = useTheme((theme) => theme.supportEmail)
  if (hasContactPage) return <Link to={paths.contactUs()}>{benefitMessages.contact}</Link>
  return supportEmail ? <a href={`mailto:${supportEmail}`}>{benefitMessages.contact}</a> : null
}
