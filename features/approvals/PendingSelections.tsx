import { useRouter } from '@tanstack/react-router'
import { queryState } from '../../contract/query-state.ts'
import { paths } from '../../contract/paths.ts'
import { approveMessages } from './approvals.messages.ts'
import { ApprovalsTable } from './ApprovalsTable.tsx'
import { useApprovalOverview, usePendingSelections } from './use-approvals.ts'

export function PendingSelections({ benefitId, searchName }: { benefitId: string; searchName: string }) {
  const router = useRouter()
  const title = useApprovalsTitle(benefitId)
  const pending = usePendingSelections(benefitId)
  return (
    <ApprovalsTable
      caption={title}
      searchName={searchName}
      pending={pending.data ?? []}
      state={queryState(pending)}
      onRetry={() => void pending.refetch()}
      onDecided={() => router.history.push(paths.dashboard())}
    />
  )
}

export function useApprovalsTitle(benefitId: string): string {
  const overview = useApprovalOverview()
  const name = overview.data?.summary.find((benefit) => benefit.benefitId === benefitId)?.benefitName
  return name === undefined ? approveMessages.crumb : approveMessages.pageTitle(name)
}
