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
/** For the person only: in a view as another person, answers can be neither read nor given. */
const forThePerson = { base: 'v1', access: 'user', params: byBenefit, inView: 'never' } as const

const medicalQuestions = z.object({
  /** Sent with the answers, so that they can't be stored for reworded questions. */
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

/** A51. Returns the medical questions with stored answers. Answers are health data: no other call and no audit event has them. */
export const readMedicalQuestions = endpoint('GET', 'benefit/{id}/medical-questions', {
  ...forThePerson,
  reply: medicalQuestions,
})
/** A51. Stores the person's answers to the medical questions of a benefit. */
export const answerMedicalQuestions = endpoint('POST', 'benefit/{id}/medical-questions', {
  ...forThePerson,
  body: z.strictObject({
    /** True for yes, by id of the question. All must be answered. */
    answers: z.record(z.string().max(60), z.boolean()),
    version: z.string().max(64).optional(),
  }),
  reply: z.object({ status: z.literal('ok') }),
  refuses: [notSelectable, invalidChoice, changedMeanwhile, notInThisState],
  audit: 'medical-questions.answered',
  // With few questions, the answers could be found by guessing from a stored hash of the request.
  keepsNothing: true,
})
