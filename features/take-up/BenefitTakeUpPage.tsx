import { useParams } from '@tanstack/react-router'
import { CallFailed } from '../../contract/call-failed.ts'
import { paths } from '../../contract/paths.ts'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { useUser } from '../session/use-session.ts'
import { takeUpMessages as say } from './take-up.messages.ts'
import { TakeUpPeople } from './TakeUpPeople.tsx'
import { useBenefitTakeUp, usePeopleState } from './use-take-up.ts'

export function BenefitTakeUpPage() {
  const { benefitId = '' } = useParams({ strict: false })
  const insights = useUser()?.isInsightsEnabled
  const people = usePeopleState({ search: 'search', holding: 'show', page: 'page' })
  const query = useBenefitTakeUp(benefitId, people)
  const isGone = query.error instanceof CallFailed && query.error.status === 404
  return (
    <Page
      title={query.data ? say.takeUpOf(query.data.benefit.name) : say.title}
      crumbs={[
        { label: say.crumbHome, to: paths.home() },
        { label: say.crumbDashboard, to: paths.dashboard() },
        { label: say.crumb, to: paths.takeUp() },
      ]}
      actions={
        (query.data ? query.data.insights : insights) && <Link to={paths.insights(benefitId)}>{say.toInsights}</Link>
      }
    >
      {isGone ? (
        <EmptyState title={say.none}>{say.gone}</EmptyState>
      ) : (
        <TakeUpPeople {...{ benefitId, people, query }} />
      )}
    </Page>
  )
}
