import { useQuery } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import { listFaqs } from './content.contract.ts'

export const useFaqs = () =>
  useQuery({ queryKey: ['faqs'], queryFn: ({ signal }) => call(listFaqs, {}, signal), retry: 1 })
