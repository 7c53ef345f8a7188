import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../contract/call.ts'
import { listApprovalQueue, type QueuedSelection, readDecisionFacts } from './approval-queue.contract.ts'
import { approvals } from './use-approvals.ts'

export function useApprovalQueue() {
  return useQuery({
    queryKey: [approvals, 'pending', 'all'],
    staleTime: 0,
    queryFn: ({ signal }) => call(listApprovalQueue, {}, signal),
  })
}

export function useDecisionFacts(asked: QueuedSelection, next: QueuedSelection | undefined) {
  const queries = useQueryClient()
  const facts = useQuery(factsOf(asked))
  useEffect(() => {
    if (facts.isSuccess && next) void queries.prefetchQuery(factsOf(next))
  }, [queries, facts.isSuccess, next])
  return facts
}

function factsOf({ selectionId, version }: QueuedSelection) {
  return {
    queryKey: [approvals, 'facts', selectionId, version],
    staleTime: 60_000,
    queryFn: ({ signal }: { signal: AbortSignal }) => call(readDecisionFacts, { params: { id: selectionId } }, signal),
  }
}
