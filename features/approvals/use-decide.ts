import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import type { PendingSelection } from './approvals.contract.ts'
import { decidePendingSelections } from './decision.contract.ts'
import { approvals } from './use-approvals.ts'

export type Decision = { about: readonly PendingSelection[]; approval: boolean; reason: string }

export function useDecide() {
  const queries = useQueryClient()
  const decide = useMutation({
    mutationFn: ({ about, approval, reason }: Decision) =>
      call(decidePendingSelections, {
        body: {
          selectionIds: about.map(({ selectionId }) => selectionId),
          approval,
          versions: Object.fromEntries(about.map(({ selectionId, version }) => [selectionId, version])),
          ...(reason.trim() && { reason: reason.trim() }),
        },
      }),
    // Reload even after a refusal, because it means that the list on screen was out of date.
    onSettled: () => {
      void queries.invalidateQueries({ predicate: ({ queryKey: [area] }) => area !== approvals })
      return queries.invalidateQueries({ queryKey: [approvals] })
    },
  })
  const check = async (about: Decision['about']): Promise<boolean> => {
    const shown = { queryKey: [approvals, 'pending'], type: 'active' } as const
    await queries.refetchQueries(shown, { throwOnError: true })
    const pending = queries.getQueriesData<PendingSelection[]>(shown).flatMap(([, list]) => list ?? [])
    return !about.some(({ selectionId }) => pending.some((one) => one.selectionId === selectionId))
  }
  return { decide, check }
}
