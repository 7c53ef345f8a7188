import { useQuery } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import { listPendingSelections, readApprovalOverview } from './approvals.contract.ts'

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
    staleTime: 0,
    queryFn: ({ signal }) => call(listPendingSelections, { params: { id: benefitId } }, signal),
  })
}
