import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import type { SelectionId } from '../../contract/ids.ts'
import { resetSelection, withdrawSelection } from '../../domain/selections/benefits.contract.ts'
import { refreshBenefits } from './use-benefits.ts'

export function useDiscardDraft(id: SelectionId) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(resetSelection, { params: { id } }),
    onSettled: () => refreshBenefits(client),
  })
}

export function useWithdraw(id: SelectionId, version: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(withdrawSelection, { params: { id }, body: { version } }),
    onSettled: () => refreshBenefits(client),
  })
}
