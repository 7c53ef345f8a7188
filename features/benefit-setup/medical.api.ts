import { formMessages } from '../../contract/messages.ts'
import { notFound } from '../../contract/not-found.ts'
import { refuse } from '../../contract/refusals.ts'
import { type Call, handle, type Handler } from '../../platform/handle.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { ValueEncryption } from '../../platform/encryption.ts'
import { changedMeanwhile, invalidChoice } from '../../domain/selections/benefits.contract.ts'
import { lockedBenefitStatus } from './save-choice.api.ts'
import { requireAllowed, requireEmployed } from '../../services/benefits/choosing.server.ts'
import { readBenefitStatus } from '../../services/my-benefits/my-benefit.server.ts'
import type { BenefitStatus } from '../../services/my-benefits/benefit-status.server.ts'
import {
  readMedicalAnswers,
  medicalAnswersEncryption,
  storeMedicalAnswers,
} from '../medical/medical-answers.queries.ts'
import { answerMedicalQuestions, type MedicalQuestions, readMedicalQuestions } from '../medical/medical.contract.ts'
import { type MedicalQuestionSet, medicalQuestionsOf } from '../../services/benefits/medical-questions.server.ts'

export function medicalHandlers({ serverSecret }: AppContext): Handler[] {
  const sealed = medicalAnswersEncryption(serverSecret)
  return [
    handle(readMedicalQuestions, (call) => read(call, sealed)),
    handle(answerMedicalQuestions, (call) => answer(call, sealed)),
  ]
}

async function read(call: Call<typeof readMedicalQuestions>, sealed: ValueEncryption): Promise<MedicalQuestions> {
  const { tx, clientId, caller, params } = call
  const { version, asked } = questionsIn(await readBenefitStatus(call))
  const kept = await readMedicalAnswers(tx, clientId, { personId: caller.personId, benefitId: params.id }, sealed)
  const given = new Map(kept?.version === version ? kept.answers.map((one) => [one.code, one.answer]) : [])
  return {
    version,
    questions: asked.map(({ code: id, question }) => ({ id, question, answer: given.get(id) ?? null })),
  }
}

/** Replaces earlier answers, so a repeated call has no further effect. */
async function answer(call: Call<typeof answerMedicalQuestions>, sealed: ValueEncryption) {
  const { tx, clientId, caller, params, body } = call
  const benefitStatus = await lockedBenefitStatus(call)
  const { version, asked } = questionsIn(benefitStatus)
  requireAnswerable(benefitStatus)
  const known = new Set(asked.map(({ code }) => code))
  const answers = Object.entries(body.answers)
  if ((body.version ?? version) !== version || answers.some(([code]) => !known.has(code)))
    throw refuse(changedMeanwhile)
  const given = new Map(answers)
  const missing = asked.filter(({ code }) => !given.has(code))
  if (missing.length > 0)
    throw refuse(invalidChoice, {
      errors: Object.fromEntries(missing.map(({ code }) => [code, [formMessages.required]])),
    })
  await storeMedicalAnswers(
    tx,
    clientId,
    {
      personId: caller.personId,
      benefitId: params.id,
      version,
      answers: asked.map(({ code, question }) => ({ code, question, answer: given.get(code) === true })),
    },
    sealed,
  )
  call.audit({ benefitId: params.id, questions: version })
  return { status: 'ok' as const }
}

/** A benefit without medical questions gets the same error as a benefit that is not offered. */
function questionsIn({ benefit }: BenefitStatus): MedicalQuestionSet {
  const questions = medicalQuestionsOf(benefit.definition)
  if (!questions) throw refuse(notFound)
  return questions
}

function requireAnswerable(benefitStatus: BenefitStatus): void {
  requireEmployed(benefitStatus)
  const { position, actions } = benefitStatus
  if (position.state === 'pended') return
  requireAllowed(benefitStatus, actions['change-cover'].allowed ? actions['change-cover'] : actions.setup)
}
