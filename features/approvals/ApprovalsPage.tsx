import { paths } from '../../contract/paths.ts'
import { queryState } from '../../contract/query-state.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { Page } from '../../ui/Page.tsx'
import { ErrorState } from '../../ui/States.tsx'
import { oneOf, useAddressParam, useSetAddress } from '../../ui/use-address-params.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { SavedViews } from '../saved-views/SavedViews.tsx'
import { ApprovalQueue, orders } from './ApprovalQueue.tsx'
import { approveMessages } from './approvals.messages.ts'
import { useApprovalQueue } from './use-approval-queue.ts'
import { useApprovalOverview } from './use-approvals.ts'

export function ApprovalsPage() {
  const overview = useApprovalOverview()
  const queue = useApprovalQueue()
  const isPhone = useIsPhone()
  const setAddress = useSetAddress()
  const benefits = overview.data?.summary.map(({ benefitId }) => String(benefitId)) ?? []
  const values = { benefit: oneOf(benefits, useAddressParam('benefit')) ?? '', order: useAddressParam('order') }
  const isDetailAlone = useAddressParam('open') !== '' && isPhone
  const face = [queryState(overview), queryState(queue)]
  return (
    <Page
      title={overview.data ? approveMessages.answer(overview.data.count) : approveMessages.crumb}
      tabTitle={approveMessages.crumb}
      {...(!isDetailAlone && {
        lead: approveMessages.lead,
        actions: !face.includes('refused') && (
          <SavedViews
            screen="approvals"
            values={values}
            filters={{
              benefit: (value) => !overview.data || benefits.includes(value),
              order: (value) => oneOf(orders, value) !== undefined,
            }}
            onOpen={(found) => setAddress({ ...found, open: '' })}
          />
        ),
        crumbs: [
          { label: approveMessages.crumbHome, to: paths.home() },
          { label: approveMessages.crumbDashboard, to: paths.dashboard() },
          { label: approveMessages.crumb },
        ],
      })}
    >
      {overview.data && queue.data && !face.includes('refused') ? (
        // Keep the queue after a failed reload, because a dialog may be open.
        <ApprovalQueue waiting={queue.data} overview={overview.data} />
      ) : overview.isError || queue.isError ? (
        <ErrorState
          error={queryState(overview) === 'refused' ? overview.error : queue.error}
          title={approveMessages.failed}
          onRetry={() => {
            void overview.refetch()
            void queue.refetch()
          }}
        />
      ) : (
        <Loading label={approveMessages.loading}>
          <Skeleton shape="card" />
        </Loading>
      )}
    </Page>
  )
}
