import { useQuery } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import { listContributions } from './total-benefits.contract.ts'

export const useStatement = (groupId: string) =>
  useQuery({
    queryKey: ['benefits', 'statement', groupId],
    queryFn: ({ signal }) => call(listContributions, { params: { id: groupId } }, signal),
  })
