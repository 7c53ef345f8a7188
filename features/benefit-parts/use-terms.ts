import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import type { BenefitId } from '../../contract/ids.ts'
import { acceptBenefitTerms, readBenefitTerms } from '../../domain/selections/benefits.contract.ts'
import { benefitKeys, retryOptions, refreshBenefits } from './use-benefits.ts'

export const useBenefitTerms = (id: BenefitId) =>
  useQuery({
    queryKey: benefitKeys.terms(id),
    queryFn: ({ signal }) => call(readBenefitTerms, { params: { id } }, signal),
    ...retryOptions,
  })

export function useAcceptTerms(id: BenefitId) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (terms: readonly { id: string; version: number }[]) => {
      for (const term of terms) {
        await call(acceptBenefitTerms, {
          params: { id },
          body: { termId: term.id, version: term.version, accepted: true },
        })
      }
    },
    onSettled: () => refreshBenefits(client),
  })
}
