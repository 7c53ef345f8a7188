import { useQuery } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import { listPendingSelections, readApprovalOverview } from './approvals.contract.ts'

// Everything about approvals stands below one key, so that a decision waits for all of it to be fresh.
export const approvals = 'approvals'

export function useApprovalOverview() {
  return useQuery({
    queryKey: [approvals, 'overview'],
    queryFn: ({ signal }) => call(readApprovalOverview, {}, signal),
  })
}

export function usePendingSelections(benefitId: string) {
  return useQuery({
    queryKey: [approvals, 'pending', benefitId],
    // Somebody else may decide at any moment: what is on the screen is asked for anew each time it opens.
    staleTime: 0,
    queryFn: ({ signal }) => call(listPendingSelections, { params: { id: benefitId } }, signal),
  })
}
