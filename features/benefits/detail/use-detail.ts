import { useQuery } from '@tanstack/react-query'
import { call } from '../../../contract/call.ts'
import type { BenefitId } from '../../../contract/ids.ts'
import { listBenefitFaqs, listRelatedBenefits } from '../benefits.contract.ts'
import { benefitKeys, patient } from '../use-benefits.ts'

/** Asked for once `enabled`, as what stands far down a page is once somebody comes near it. */
export const useBenefitFaqs = (id: BenefitId, enabled: boolean) =>
  useQuery({
    enabled,
    queryKey: benefitKeys.faqs(id),
    queryFn: ({ signal }) => call(listBenefitFaqs, { params: { id } }, signal),
    ...patient,
  })

export const useRelatedBenefits = (id: BenefitId, enabled: boolean) =>
  useQuery({
    enabled,
    queryKey: benefitKeys.related(id),
    queryFn: ({ signal }) => call(listRelatedBenefits, { params: { id } }, signal),
    ...patient,
  })
