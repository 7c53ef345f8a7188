import { paths } from '../../contract/paths.ts'
import { CallFailed } from '../../contract/call-failed.ts'
import { errorMessages } from '../../contract/messages.ts'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import { useUser } from '../session/use-session.ts'
import { BenefitInsights } from './BenefitInsights.tsx'
import { EmployeeCharts } from './EmployeeCharts.tsx'
import { insightsMessages as say } from './insights.messages.ts'
import styles from './Insights.module.css'
import { LoadingCharts } from './LoadingCharts.tsx'
import { useEmployeeInsights } from './use-insights.ts'

export function InsightsPage() {
  return (
    <Page
      title={say.title}
      lead={say.lead}
      crumbs={[
        { label: say.crumbHome, to: paths.home() },
        { label: say.crumbDashboard, to: paths.dashboard() },
        { label: say.title },
      ]}
    >
      {useUser()?.isInsightsEnabled ? <Insights /> : <InsightsDenied />}
    </Page>
  )
}

function Insights() {
  const { status, data, error, refetch } = useEmployeeInsights()
  if (status === 'pending') return <LoadingCharts />
  // A 403 means that insights were disabled after the login.
  if (error instanceof CallFailed && error.status === 403) return <InsightsDenied />
  if (status === 'error')
    return <ErrorState error={error} title={errorMessages.retryLater} onRetry={() => void refetch()} />
  if (data.employees === 0) return <EmptyState title={say.none}>{say.noneYet}</EmptyState>
  return (
    <div className={styles.insights}>
      <EmployeeCharts {...data} />
      <BenefitInsights />
    </div>
  )
}

function InsightsDenied() {
  return (
    <EmptyState title={say.none} action={<Link to={paths.takeUp()}>{say.toTakeUp}</Link>}>
      {say.notForYou}
    </EmptyState>
  )
}
