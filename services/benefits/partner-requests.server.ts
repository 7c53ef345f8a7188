import type { IsoDate } from '../../contract/dates.ts'
import type { Endpoint, ReplyOf } from '../../contract/endpoint.ts'
import type { BenefitId } from '../../contract/ids.ts'
import { type Call, type Handler, handle, handleAskingOutside, type Reading } from '../../platform/handle.ts'
import type { SetupValues } from '../../domain/selections/benefits.contract.ts'
import { readChoice } from './choice-values.rules.ts'
import { checkChoice } from '../../domain/selections/choice.rules.ts'
import { loadMyScheme } from '../my-benefits/my-scheme.server.ts'
import {
  answersAtHand,
  type CostAnswer,
  type CostEngine,
  type CostQuestion,
  type CostsAtHand,
} from '../../domain/pricing/cost-engine.ts'
import { questionsOf } from '../../domain/pricing/quoted.ts'
import {
  benefitsShown,
  type BenefitStatus,
  benefitStatusOf,
  statusForChoosing,
} from '../my-benefits/benefit-status.server.ts'

/** Cost engine for partners' prices. Without it, the scheme's tariff prices their products. */
export type PartnersEngine = CostEngine<Promise<CostAnswer>> | undefined

type MyEndpoint = Endpoint & { access: 'user' }

export type Wanted = { benefitId: BenefitId; values: SetupValues; effectiveFrom?: IsoDate | undefined }

/** Creates the handler of a call that prices one choice of the caller. `partner` has the partners' answers. */
export function handleAskingPartners<const E extends MyEndpoint>(
  endpoint: E,
  { engine, wanted }: { engine: PartnersEngine; wanted: (reading: Reading<E>) => Wanted | null },
  run: (call: Call<E>, partner: CostsAtHand | undefined) => Promise<ReplyOf<E>>,
): Handler {
  const questions = async (reading: Reading<E>): Promise<CostQuestion[]> => {
    const { tx, clientId, caller, today } = reading
    const choice = wanted(reading)
    const scheme = choice && (await loadMyScheme(tx, clientId, { personId: caller.personId, today }))
    const benefit = scheme && benefitsShown(scheme).find(({ id }) => id === choice?.benefitId)
    if (!choice || !scheme || !benefit) return []
    const benefitStatus = benefitStatusOf(scheme, benefit)
    return benefitStatus.choosing.allowed ? questionsAbout(benefitStatus, choice.values, choice.effectiveFrom) : []
  }
  return handleAfterPartners(endpoint, { engine, questions }, run)
}

/** Creates a handler that asks partners first, outside any transaction. Without an engine it asks nobody. */
export function handleAfterPartners<const E extends MyEndpoint>(
  endpoint: E,
  { engine, questions }: { engine: PartnersEngine; questions: (reading: Reading<E>) => Promise<CostQuestion[]> },
  run: (call: Call<E>, partner: CostsAtHand | undefined) => Promise<ReplyOf<E>>,
): Handler {
  if (!engine) return handle(endpoint, (call) => run(call, undefined))
  return handleAskingOutside(
    endpoint,
    {
      read: async (reading: Reading<E>) => ({ today: reading.today, questions: await questions(reading) }),
      ask: async ({ today, questions: asked }) =>
        Promise.all(asked.map(async (question) => ({ question, answer: await inForce(engine, question, today) }))),
    },
    (call, answers) => run(call, answersAtHand(answers)),
  )
}

/** Returns no questions for an invalid choice. The call itself then reports the faults. */
export function questionsAbout(benefitStatus: BenefitStatus, values: SetupValues, wanted?: IsoDate): CostQuestion[] {
  const { definition } = benefitStatus.benefit
  const { choice, faults } = readChoice(definition, values)
  const { facts, effectiveFrom: on } = statusForChoosing(benefitStatus, choice, wanted)
  const wrong = { ...faults, ...checkChoice({ definition, choice, facts, on }) }
  return Object.keys(wrong).length > 0 ? [] : questionsOf({ definition, choice, facts, on })
}

/** Asks the engine. A quote that has already expired counts as no answer. */
async function inForce(
  engine: NonNullable<PartnersEngine>,
  question: CostQuestion,
  today: IsoDate,
): Promise<CostAnswer> {
  const answer = await engine.ask(question)
  const { validUntil = null } = answer.outcome === 'priced' ? answer.quote : {}
  return validUntil !== null && validUntil < today ? { outcome: 'unreachable' } : answer
}
