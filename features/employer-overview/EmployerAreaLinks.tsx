import { useId, type ReactNode } from 'react'
import { londonDate, showDate } from '../../contract/dates.ts'
import { errorMessages, guardMessages } from '../../contract/messages.ts'
import { paths } from '../../contract/paths.ts'
import { queryState } from '../../contract/query-state.ts'
import { showVoucherDate } from '../../contract/voucher-date.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { usePanels } from '../../ui/use-panel.ts'
import { useUser } from '../session/use-session.ts'
import { employerDashboardMessages as messages } from './employer-dashboard.messages.ts'
import styles from './EmployerDashboard.module.css'
import { useNewestUpload, usePayrollOverview, useVoucherFigures } from './use-employer-dashboard.ts'

export function EmployerAreaLinks() {
  const id = useId()
  return (
    <Card as="section" labelledBy={id}>
      <h2 id={id}>{messages.more}</h2>
      <ul role="list" className={styles.rows}>
        <UploadRow />
        <ReportsRow />
        <InsightsRow />
        <VouchersRow />
        <Row
          name={messages.activity}
          icon="clock"
          text={messages.activityText}
          action={<RowLink to={paths.activity()} label={messages.toActivity} />}
        />
        <Row
          name={messages.settings}
          icon="shield"
          text={messages.settingsText}
          action={<RowLink to={paths.settings()} label={messages.toSettings} />}
        />
      </ul>
    </Card>
  )
}

function UploadRow() {
  const query = useNewestUpload({ ofPart: true })
  const panels = usePanels()
  const newest = query.data ?? null
  return (
    <Row
      name={messages.uploads}
      icon="upload"
      query={query}
      text={
        newest && newest.status !== 'ready'
          ? messages.newestUpload(newest.fileName, showDate(londonDate(new Date(newest.uploadedAt))))
          : messages.uploadsText
      }
      action={
        <Button kind="secondary" onClick={() => panels.open('upload-data')}>
          {messages.toUploads}
        </Button>
      }
    />
  )
}

function ReportsRow() {
  const query = usePayrollOverview()
  const latest = query.data?.latestLocked
  return (
    <Row
      name={messages.reports}
      icon="document"
      query={query}
      text={`${messages.reportsText} ${latest ? messages.latestReport(latest.payrollName, latest.label) : messages.noReports}`}
      action={<RowLink to={paths.reports()} label={messages.toReports} />}
    />
  )
}

function InsightsRow() {
  if (useUser()?.isInsightsEnabled !== true) return null
  return (
    <Row
      name={messages.insights}
      icon="dashboard"
      text={messages.insightsText}
      action={<RowLink to={paths.insights()} label={messages.toInsights} />}
    />
  )
}

function VouchersRow() {
  const query = useVoucherFigures()
  if (query.isPending || query.data?.hasVouchers === false) return null
  const { nextVoucherDate: next = null, placedOrders = 0, savedOrders = 0 } = query.data ?? {}
  return (
    <Row
      name={messages.vouchers}
      icon="pound"
      query={query}
      text={
        next
          ? `${messages.nextVouchers(showVoucherDate(next))}. ${messages.voucherOrders(placedOrders, savedOrders)}`
          : messages.noVouchers
      }
      action={<RowLink to={paths.vouchers()} label={messages.toVouchers} />}
    />
  )
}

type RowProps = {
  name: string
  icon: IconName
  query?: Parameters<typeof queryState>[0]
  text: string
  action: ReactNode
}

function Row({ name, icon, query = { status: 'success', error: null }, text, action }: RowProps) {
  const shown = { loading: '', ready: text, refused: guardMessages.denied, failed: errorMessages.retryLater }
  return (
    <li className={styles.need}>
      <span className={styles.tile}>
        <Icon name={icon} />
      </span>
      <div className={styles.words}>
        <h3 className={styles.name}>{name}</h3>
        <p className={styles.small}>{shown[queryState(query)]}</p>
      </div>
      {action}
    </li>
  )
}

function RowLink({ to, label }: { to: string; label: string }) {
  return (
    <Link to={to} className={buttonClass('secondary')}>
      {label}
    </Link>
  )
}
