import { z } from 'zod'
import { endpoint } from '../../../contract/endpoint.ts'
import { benefitId } from '../../../contract/ids.ts'
import { changedMeanwhile, invalidChoice, notInThisState, notSelectable } from '../benefits.contract.ts'

const byBenefit = z.object({ id: benefitId })
/** For the person alone: nobody who looks at the portal as somebody else sees what they have answered, or answers for them. */
const forThePerson = { base: 'v1', access: 'user', params: byBenefit, inView: 'never' } as const

export const medicalQuestions = z.object({
  /** Which questions these are: sent back with the answers, so that nobody answers others than they have read. */
  version: z.string(),
  questions: z.array(
    z.object({
      id: z.string(),
      question: z.string(),
      /** As it was answered before; null while it is not. */
      answer: z.boolean().nullable(),
    }),
  ),
})
export type MedicalQuestions = z.output<typeof medicalQuestions>

/** A51. The answers are health data: no other call answers them, and the audit has none of them. */
export const readMedicalQuestions = endpoint('GET', 'benefit/{id}/medical-questions', {
  ...forThePerson,
  reply: medicalQuestions,
})
export const answerMedicalQuestions = endpoint('POST', 'benefit/{id}/medical-questions', {
  ...forThePerson,
  body: z.strictObject({
    /** Yes or no by the id of the question, each of them. */
    answers: z.record(z.string().max(60), z.boolean()),
    version: z.string().max(64).optional(),
  }),
  reply: z.object({ status: z.literal('ok') }),
  refuses: [notSelectable, invalidChoice, changedMeanwhile, notInThisState],
  audit: 'medical-questions.answered',
  // Whoever could guess few answers could find them by a hash of the request.
  keepsNothing: true,
})
