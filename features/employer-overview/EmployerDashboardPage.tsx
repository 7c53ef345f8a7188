import { breadcrumbMessages } from '../../contract/not-found-and-breadcrumbs.messages.ts'
import { paths } from '../../contract/paths.ts'
import { Page } from '../../ui/Page.tsx'
import { loadOnDemand } from '../../ui/load-on-demand.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { TourButton } from '../../ui/TourButton.tsx'
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

const OverviewTour = loadOnDemand(() => import('./OverviewTour.tsx').then((m) => m.OverviewTour))

export function EmployerDashboardPage() {
  const loaded = useFiguresLoaded()
  const needs = useEmployerTasks()
  return (
    <Page
      title={loaded && needs.known ? messages.needs(needs.rows.length) : breadcrumbMessages.dashboard}
      tabTitle={breadcrumbMessages.dashboard}
      actions={<TourButton tour={OverviewTour} isReady={loaded} />}
      crumbs={[{ label: breadcrumbMessages.home, to: paths.home() }, { label: breadcrumbMessages.dashboard }]}
    >
      {loaded ? (
        <>
          <div data-tour="tasks">
            <EmployerTasks needs={needs} />
          </div>
          <div data-tour="figures">
            <KeyFigures />
          </div>
          <div className={styles.columns} data-tour="months">
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
