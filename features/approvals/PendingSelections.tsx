import { useRouter } from '@tanstack/react-router'
import { faceOf } from '../../contract/face-of.ts'
import { paths } from '../../contract/paths.ts'
import { approveMessages } from './approvals.messages.ts'
import { ApprovalsTable } from './ApprovalsTable.tsx'
import { useApprovalOverview, usePendingSelections } from './use-approvals.ts'

/** The selections of one benefit that wait, for its page and for the panel alike. After a decision the way leads to the dashboard (APPROVE-20). */
export function PendingSelections({ benefitId }: { benefitId: string }) {
  const router = useRouter()
  const title = useApprovalsTitle(benefitId)
  const pending = usePendingSelections(benefitId)
  return (
    <ApprovalsTable
      caption={title}
      pending={pending.data ?? []}
      state={faceOf(pending)}
      onRetry={() => void pending.refetch()}
      onDecided={() => router.history.push(paths.dashboard())}
    />
  )
}

/** '{benefitName} - Selections awaiting approval', as soon as the name is known. */
export function useApprovalsTitle(benefitId: string): string {
  const overview = useApprovalOverview()
  const name = overview.data?.summary.find((benefit) => benefit.benefitId === benefitId)?.benefitName
  return name === undefined ? approveMessages.crumb : approveMessages.pageTitle(name)
}
