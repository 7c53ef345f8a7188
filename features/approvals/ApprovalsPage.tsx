import { queryState } from '../../contract/query-state.ts'
import { guardMessages } from '../../contract/messages.ts'
import { paths } from '../../contract/paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { usePanels } from '../../ui/use-panel.ts'
import { approveMessages } from './approvals.messages.ts'
import styles from './Approvals.module.css'
import { useApprovalOverview } from './use-approvals.ts'

type ApprovalsLoading = { benefitId: string; benefitName: string; count: number }

export function ApprovalsPage() {
  const overview = useApprovalOverview()
  return (
    <Page
      title={overview.data ? approveMessages.answer(overview.data.count) : approveMessages.crumb}
      tabTitle={approveMessages.crumb}
      lead={approveMessages.lead}
      crumbs={[
        { label: approveMessages.crumbHome, to: paths.home() },
        { label: approveMessages.crumbDashboard, to: paths.dashboard() },
        { label: approveMessages.crumb },
      ]}
    >
      <DataTable
        caption={approveMessages.overview}
        hideCaption
        columns={columns}
        rows={overview.data?.summary ?? []}
        rowKey={({ benefitId }) => benefitId}
        state={queryState(overview)}
        loadingLabel={approveMessages.loading}
        empty={<EmptyState title={approveMessages.none}>{approveMessages.noneYet}</EmptyState>}
        failed={approveMessages.failed}
        refused={guardMessages.denied}
        onRetry={() => void overview.refetch()}
      />
    </Page>
  )
}

const columns: Column<ApprovalsLoading>[] = [
  { key: 'benefit', header: approveMessages.benefit, rowHeader: true, cell: ({ benefitName }) => benefitName },
  { key: 'waiting', header: approveMessages.waiting, cell: ({ count }) => <WaitingCount count={count} /> },
  { key: 'review', header: approveMessages.toReview, cell: (waiting) => waiting.count > 0 && <Review {...waiting} /> },
]

function WaitingCount({ count }: { count: number }) {
  return count > 0 ? <Badge tone="warn">{count}</Badge> : <Badge>{approveMessages.nothingWaits}</Badge>
}

function Review({ benefitId, benefitName }: ApprovalsLoading) {
  const { open } = usePanels()
  return (
    <div className={styles.actions}>
      <Button
        kind="secondary"
        aria-label={approveMessages.review(benefitName)}
        onClick={() => open('view-approvals-data', { benefitId })}
      >
        {approveMessages.toReview}
      </Button>
      <Link to={paths.benefitApprovals(benefitId)}>{approveMessages.openPage}</Link>
    </div>
  )
}
