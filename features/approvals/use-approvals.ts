import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import {
  decidePendingSelections,
  listPendingSelections,
  readApprovalOverview,
  type PendingSelection,
} from './approvals.contract.ts'

// Everything about approvals stands below one key, so that a decision waits for all of it to be fresh.
const approvals = 'approvals'

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

export type Decision = { about: readonly PendingSelection[]; approval: boolean; reason: string }

export function useDecide() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ about, approval, reason }: Decision) =>
      call(decidePendingSelections, {
        body: {
          selectionIds: about.map(({ selectionId }) => selectionId),
          approval,
          versions: Object.fromEntries(about.map(({ selectionId, version }) => [selectionId, version])),
          ...(reason.trim() && { reason: reason.trim() }),
        },
      }),
    // Also after a refusal: then the list on the screen was not the truth.
    onSettled: () => {
      // Take-up, pay and what is said of people hang on it as well; nobody waits for them.
      void queries.invalidateQueries({ predicate: ({ queryKey: [area] }) => area !== approvals })
      return queries.invalidateQueries({ queryKey: [approvals] })
    },
  })
}
