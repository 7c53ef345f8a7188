import { showDate } from '../../contract/dates.ts'
import { showVoucherDate } from '../../contract/voucher-date.ts'
import { breadcrumbMessages } from '../../contract/screen.messages.ts'
import { paths } from '../../contract/paths.ts'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { DashboardCard } from './DashboardCard.tsx'
import { employerDashboardMessages as messages } from './employer-dashboard.messages.ts'
import styles from './EmployerDashboard.module.css'
import { EmployeesCard, EngagementCard, SettingsCard } from './PeopleCards.tsx'
import { InsightsCard, TakeUpCard } from './TakeUpCards.tsx'
import { UploadCard } from './UploadCard.tsx'
import {
  useFiguresLoaded,
  usePayrollOverview,
  useVoucherFigures,
  useWaitingApprovals,
} from './use-employer-dashboard.ts'

export function EmployerDashboardPage() {
  return (
    <Page
      title={breadcrumbMessages.dashboard}
      lead={messages.lead}
      crumbs={[{ label: breadcrumbMessages.home, to: paths.home() }, { label: breadcrumbMessages.dashboard }]}
    >
      {useFiguresLoaded() ? (
        <div className={styles.cards}>
          <ApprovalsCard />
          <NextRunCard />
          <EmployeesCard />
          <EngagementCard />
          <TakeUpCard />
          <InsightsCard />
          <UploadCard />
          <ReportsCard />
          <VouchersCard />
          <SettingsCard />
        </div>
      ) : (
        <Loading label={messages.loading}>
          <div className={styles.cards}>
            {Array.from({ length: 9 }, (_, place) => (
              <Skeleton key={place} shape="card" />
            ))}
          </div>
        </Loading>
      )}
    </Page>
  )
}

function ApprovalsCard() {
  const overview = useWaitingApprovals()
  const count = overview.data?.count ?? 0
  const waiting = (overview.data?.summary ?? []).filter((benefit) => benefit.count > 0)
  return (
    <DashboardCard
      title={messages.approvals}
      icon="check"
      query={overview}
      figure={count}
      link={{
        to: paths.approvals(),
        label: count > 0 ? messages.toApprovals : messages.seeApprovals,
        primary: count > 0,
      }}
    >
      <p>{count > 0 ? messages.approvalsWaiting(count) : messages.noneWaiting}</p>
      {waiting.length > 0 && (
        <ul className={styles.list}>
          {waiting.map((benefit) => (
            <li key={benefit.benefitId}>
              <Link to={paths.benefitApprovals(benefit.benefitId)}>
                {messages.approvalsByBenefit(benefit.count, benefit.benefitName)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </DashboardCard>
  )
}

function NextRunCard() {
  const runs = usePayrollOverview()
  const open = runs.data?.open ?? []
  const due = open.filter(({ cutOffPassed }) => cutOffPassed)
  return (
    <DashboardCard
      title={messages.openRuns}
      icon="calendar"
      query={runs}
      figure={open.length}
      link={{ to: paths.reports(), label: messages.toRuns, primary: due.length > 0 }}
    >
      {open.length === 0 && <p>{messages.noRun}</p>}
      {open.map((run) => (
        <div key={run.runId}>
          <p className={styles.name}>{messages.run(run.payrollName, run.label)}</p>
          <p>
            {run.cutOffPassed ? messages.cutOffPast(showDate(run.cutOffOn)) : messages.cutOff(showDate(run.cutOffOn))}
          </p>
        </div>
      ))}
    </DashboardCard>
  )
}

function ReportsCard() {
  const runs = usePayrollOverview()
  const latest = runs.data?.latestLocked
  return (
    <DashboardCard
      title={messages.reports}
      icon="document"
      query={runs}
      figure={runs.data?.lockedCount ?? 0}
      link={{ to: paths.reports(), label: messages.toReports, primary: false }}
    >
      <p>{messages.reportsText}</p>
      <p>{latest ? messages.latestReport(messages.run(latest.payrollName, latest.label)) : messages.noReports}</p>
    </DashboardCard>
  )
}

/** Hidden until it is known that the client has vouchers (EMP-06). */
function VouchersCard() {
  const query = useVoucherFigures()
  if (query.isPending || query.data?.hasVouchers === false) return null
  const { nextVoucherDate: next = null, placedOrders = 0, savedOrders = 0 } = query.data ?? {}
  return (
    <DashboardCard
      title={messages.vouchers}
      icon="pound"
      query={query}
      figure={next && showVoucherDate(next)}
      link={{ to: paths.vouchers(), label: messages.toVouchers, primary: false }}
    >
      <p>{next ? messages.nextVouchers : messages.noVouchers}</p>
      {next && <p>{messages.voucherOrders(placedOrders, savedOrders)}</p>}
    </DashboardCard>
  )
}
