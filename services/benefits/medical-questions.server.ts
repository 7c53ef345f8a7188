import { createHash } from 'node:crypto'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { refuse } from '../../contract/refusals.ts'
import { questionsNotAnswered, type BenefitView } from '../../domain/selections/benefits.contract.ts'
import { needsEvidence } from '../my-benefits/needs-evidence.rules.ts'
import type { Price } from '../../domain/pricing/price.ts'
import type { BenefitStatus } from '../my-benefits/benefit-status.server.ts'

/** A benefit's medical questions. The version is a hash of their text. */
export type MedicalQuestionSet = { version: string; asked: readonly { code: string; question: string }[] }

const versions = new WeakMap<object, MedicalQuestionSet>()

export function medicalQuestionsOf({ medical }: Pick<BenefitDefinition, 'medical'>): MedicalQuestionSet | null {
  if (!medical || medical.questions.length === 0) return null
  const cached = versions.get(medical)
  if (cached) return cached
  const words = JSON.stringify(medical.questions.map(({ code, question }) => [code, question]))
  const version = createHash('sha256').update(words).digest('base64url').slice(0, 22)
  const questions = { version, asked: medical.questions }
  versions.set(medical, questions)
  return questions
}

export function medicalQuestionsState({
  benefit,
  scheme,
}: Pick<BenefitStatus, 'benefit' | 'scheme'>): BenefitView['medicalQuestions'] {
  const questions = medicalQuestionsOf(benefit.definition)
  if (!questions) return 'none'
  const answered = scheme.answeredQuestions.some(
    (one) => one.benefitId === benefit.id && one.version === questions.version,
  )
  return answered ? 'answered' : 'open'
}

export function needsMedicalAnswers(definition: BenefitDefinition, price: Price): boolean {
  return medicalQuestionsOf(definition) !== null && needsEvidence(price)
}

export function requireMedicalAnswers(benefitStatus: BenefitStatus, price: Price): void {
  if (
    needsMedicalAnswers(benefitStatus.benefit.definition, price) &&
    medicalQuestionsState(benefitStatus) !== 'answered'
  )
    throw refuse(questionsNotAnswered)
}
