import { breadcrumbMessages } from '../../contract/not-found-and-breadcrumbs.messages.ts'
import { paths } from '../../contract/paths.ts'
import { Page } from '../../ui/Page.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { employerDashboardMessages as messages } from './employer-dashboard.messages.ts'
import styles from './EmployerDashboard.module.css'
import { EnrolmentProgress } from './EnrolmentProgress.tsx'
import { KeyFigures } from './KeyFigures.tsx'
import { EmployerAreaLinks } from './EmployerAreaLinks.tsx'
import { EmployerTasks } from './EmployerTasks.tsx'
import { PayrollCalendar } from './PayrollCalendar.tsx'
import { SpendByMonth } from './SpendByMonth.tsx'
import { SpendParts } from './SpendParts.tsx'
import { useFiguresLoaded } from './use-employer-dashboard.ts'
import { useEmployerTasks } from './use-employer-tasks.ts'

export function EmployerDashboardPage() {
  const loaded = useFiguresLoaded()
  const needs = useEmployerTasks()
  return (
    <Page
      title={loaded && needs.known ? messages.needs(needs.rows.length) : breadcrumbMessages.dashboard}
      tabTitle={breadcrumbMessages.dashboard}
      crumbs={[{ label: breadcrumbMessages.home, to: paths.home() }, { label: breadcrumbMessages.dashboard }]}
    >
      {loaded ? (
        <>
          <EmployerTasks needs={needs} />
          <KeyFigures />
          <div className={styles.columns}>
            <SpendByMonth />
            <EnrolmentProgress />
            <PayrollCalendar />
          </div>
          <SpendParts />
          <EmployerAreaLinks />
        </>
      ) : (
        <Loading label={messages.loading}>
          <div className={styles.loading}>
            {Array.from({ length: 4 }, (_, place) => (
              <Skeleton key={place} shape="card" />
            ))}
          </div>
        </Loading>
      )}
    </Page>
  )
}
