import { paths } from '../../contract/paths.ts'
import { useUser } from '../session/use-session.ts'
import { showAsOf, showTakeUp, takeUpOf } from '../take-up/take-up.rules.ts'
import { DashboardCard } from './DashboardCard.tsx'
import { employerDashboardMessages as messages } from './employer-dashboard.messages.ts'
import { useTakeUpFigures } from './use-employer-dashboard.ts'

export function TakeUpCard() {
  const query = useTakeUpFigures()
  const { holders, employees, asOf } = query.data ?? { holders: 0, employees: 0 }
  return (
    <DashboardCard
      title={messages.takeUp}
      icon="benefits"
      query={query}
      figure={showTakeUp(takeUpOf({ selected: holders, eligible: employees }))}
      link={{ to: paths.takeUp(), label: messages.toTakeUp, primary: false }}
    >
      {asOf && <p>{messages.holders(holders, employees, showAsOf(asOf))}</p>}
    </DashboardCard>
  )
}

export function InsightsCard() {
  if (useUser()?.isInsightsEnabled !== true) return null
  return (
    <DashboardCard
      title={messages.insights}
      icon="dashboard"
      link={{ to: paths.insights(), label: messages.toInsights, primary: false }}
    >
      <p>{messages.insightsText}</p>
    </DashboardCard>
  )
}
