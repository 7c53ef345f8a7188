import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../contract/call.ts'
import type { BenefitId } from '../../contract/ids.ts'
import { refreshBenefits } from '../benefit-parts/use-benefits.ts'
import { answerMedicalQuestions, readMedicalQuestions } from './medical.contract.ts'

/** Questions are removed from the browser's memory as soon as no panel shows them, because the answers are private. */
export const useMedicalQuestions = (id: BenefitId) =>
  useQuery({
    queryKey: ['benefits', 'questions', id],
    queryFn: ({ signal }) => call(readMedicalQuestions, { params: { id } }, signal),
    gcTime: 0,
  })

export function useAnswerQuestions(id: BenefitId) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { answers: Record<string, boolean>; version: string }) =>
      call(answerMedicalQuestions, { params: { id }, body }),
    gcTime: 0,
    onSettled: () => refreshBenefits(client),
  })
}
