import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { benefitId } from '../../contract/ids.ts'
import {
  changedMeanwhile,
  invalidChoice,
  notInThisState,
  notSelectable,
} from '../../domain/selections/benefits.contract.ts'

const byBenefit = z.object({ id: benefitId })
/** Only the person may use these calls. A view as another person may not. */
const forThePerson = { base: 'v1', access: 'user', params: byBenefit, inView: 'never' } as const

const medicalQuestions = z.object({
  /** Version of the questions. Send it with the answers: answers to other questions are refused. */
  version: z.string(),
  questions: z.array(
    z.object({
      id: z.string(),
      question: z.string(),
      answer: z.boolean().nullable(),
    }),
  ),
})
export type MedicalQuestions = z.output<typeof medicalQuestions>

/** A51. Returns medical questions with the answers so far. No other call, and no audit event, has the answers. */
export const readMedicalQuestions = endpoint('GET', 'benefit/{id}/medical-questions', {
  ...forThePerson,
  reply: medicalQuestions,
})
/** A51. Stores the person's answers to the medical questions of a benefit. */
export const answerMedicalQuestions = endpoint('POST', 'benefit/{id}/medical-questions', {
  ...forThePerson,
  body: z.strictObject({
    /** Keyed by the id of the question; true for yes. Every question needs an answer. */
    answers: z.record(z.string().max(60), z.boolean()),
    version: z.string().max(64).optional(),
  }),
  reply: z.object({ status: z.literal('ok') }),
  refuses: [notSelectable, invalidChoice, changedMeanwhile, notInThisState],
  audit: 'medical-questions.answered',
  // A stored hash would reveal the answers, because few combinations are possible.
  keepsNothing: true,
})
