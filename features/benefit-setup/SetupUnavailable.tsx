import { viewMessages } from '../../contract/view-restrictions.messages.ts'
import { paths } from '../../contract/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { reasonNotAvailable } from '../../domain/selections/benefit-state.rules.ts'
import { useReadOnlyView } from '../session/use-signed-in-person.ts'
import { setupNotOpenMessages as say } from './review-and-terms.messages.ts'

export function SetupUnavailable({
  benefit,
  crumbs,
}: {
  benefit: BenefitView
  crumbs: { label: string; to?: string }[]
}) {
  const isReadOnly = useReadOnlyView()
  return (
    <Page title={benefit.name} crumbs={crumbs}>
      <EmptyState
        icon="clock"
        title={say.cannotNow}
        action={
          <Link to={paths.benefit(benefit.benefitId)} className={buttonClass('secondary')}>
            {say.toBenefit(benefit.name)}
          </Link>
        }
      >
        {isReadOnly ? viewMessages.notInView : reasonNotAvailable(benefit.availability)}
      </EmptyState>
    </Page>
  )
}
