import { paths } from '../../contract/paths.ts'
import { showRegistered } from '../employees/registered-share.rules.ts'
import { DashboardCard } from './DashboardCard.tsx'
import { employerDashboardMessages as messages } from './employer-dashboard.messages.ts'
import { useEmployeeTotals, useLogins } from './use-employer-dashboard.ts'

export function EmployeesCard() {
  const query = useEmployeeTotals()
  const totals = query.data ?? { totalEmployees: 0, totalRegisteredEmployees: 0 }
  return (
    <DashboardCard
      title={messages.employees}
      icon="people"
      query={query}
      figure={showRegistered(totals)}
      link={{ to: paths.employeeData(), label: messages.toEmployees, primary: false }}
    >
      <p>{messages.registeredOf(totals.totalRegisteredEmployees, totals.totalEmployees)}</p>
    </DashboardCard>
  )
}

export function EngagementCard() {
  const query = useLogins()
  const lately = (query.data ?? []).slice(-30)
  return (
    <DashboardCard
      title={messages.engagement}
      icon="user"
      query={query}
      figure={lately.reduce((sum, { count }) => sum + count, 0).toLocaleString('en-GB')}
      link={{ to: paths.engagement(), label: messages.toEngagement, primary: false }}
    >
      <p>{messages.loginsLately}</p>
    </DashboardCard>
  )
}

export function SettingsCard() {
  return (
    <DashboardCard
      title={messages.settings}
      icon="shield"
      link={{ to: paths.settings(), label: messages.toSettings, primary: false }}
    >
      <p>{messages.settingsText}</p>
    </DashboardCard>
  )
}
