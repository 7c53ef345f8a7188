import { useQuery } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import type { BenefitId, SelectionId } from '../../contract/ids.ts'
import {
  listBenefitFaqs,
  listRelatedBenefits,
  readLastYear,
  readSelectionHistory,
} from '../../domain/selections/benefits.contract.ts'
import { benefitKeys, retryOptions } from '../benefit-parts/use-benefits.ts'

export const useBenefitFaqs = (id: BenefitId) =>
  useQuery({
    queryKey: benefitKeys.faqs(id),
    queryFn: ({ signal }) => call(listBenefitFaqs, { params: { id } }, signal),
    ...retryOptions,
  })

export const useRelatedBenefits = (id: BenefitId) =>
  useQuery({
    queryKey: benefitKeys.related(id),
    queryFn: ({ signal }) => call(listRelatedBenefits, { params: { id } }, signal),
    ...retryOptions,
  })

export const useSelectionHistory = (id: SelectionId) =>
  useQuery({
    queryKey: benefitKeys.history(id),
    queryFn: ({ signal }) => call(readSelectionHistory, { params: { id } }, signal),
    ...retryOptions,
  })

export const useLastYear = (id: BenefitId) =>
  useQuery({
    queryKey: benefitKeys.lastYear(id),
    queryFn: ({ signal }) => call(readLastYear, { params: { id } }, signal),
    ...retryOptions,
  })
