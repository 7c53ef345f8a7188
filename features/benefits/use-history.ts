import { useQuery } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import type { SelectionId } from '../../contract/ids.ts'
import { readSelectionHistory } from '../../domain/selections/benefits.contract.ts'
import { benefitKeys, retryOptions } from '../benefit-parts/use-benefits.ts'

export const useSelectionHistory = (id: SelectionId) =>
  useQuery({
    queryKey: benefitKeys.history(id),
    queryFn: ({ signal }) => call(readSelectionHistory, { params: { id } }, signal),
    ...retryOptions,
  })
