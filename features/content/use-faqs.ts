import { useQuery } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import { listOrLoading } from '../../contract/query-results.ts'
import { listFaqs } from './content.contract.ts'

export function useFaqs() {
  const query = useQuery({ queryKey: ['faqs'], queryFn: ({ signal }) => call(listFaqs, {}, signal), retry: 1 })
  return { faqs: listOrLoading(query), error: query.error, refetch: query.refetch }
}
