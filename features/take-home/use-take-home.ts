import { useQuery } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import type { SelectionView } from '../../domain/selections/benefits.contract.ts'
import { benefitKeys } from '../benefit-parts/use-benefits.ts'
import { whatIf } from '../../domain/tax/what-if.contract.ts'

export const useTakeHome = ({ benefitId, values }: Pick<SelectionView, 'benefitId' | 'values'>) =>
  useQuery({
    queryKey: [...benefitKeys.one(benefitId), 'take-home', values],
    queryFn: ({ signal }) => call(whatIf, { body: { benefits: [{ benefitId, values }] } }, signal),
    retry: false,
    networkMode: 'always',
  })
