import type { IsoDate } from '../../contract/dates.ts'
import type { Endpoint, ReplyOf } from '../../contract/endpoint.ts'
import type { BenefitId } from '../../contract/ids.ts'
import { type Call, type Handler, handle, handleWithService, type ServiceInput } from '../../platform/handle.ts'
import type { SetupValues } from '../../domain/selections/benefits.contract.ts'
import { readChoice } from './choice-values.rules.ts'
import { checkChoice } from '../../domain/selections/choice.rules.ts'
import { loadPersonScheme } from '../my-benefits/person-scheme.server.ts'
import {
  costEngineFromReplies,
  type PartnerPriceReply,
  type CostEngine,
  type PartnerPriceRequest,
  type SynchronousCostEngine,
} from '../../domain/pricing/cost-engine.ts'
import { partnerPriceRequests } from '../../domain/pricing/partner-price.ts'
import {
  visibleBenefits,
  type BenefitStatus,
  benefitStatusOf,
  statusForChoosing,
} from '../my-benefits/benefit-status.server.ts'

export type PartnersEngine = CostEngine<Promise<PartnerPriceReply>> | undefined

type MyEndpoint = Endpoint & { access: 'user' }

export type PartnerRequests = { benefitId: BenefitId; values: SetupValues; effectiveFrom?: IsoDate | undefined }

export function handleWithPartnerPrices<const E extends MyEndpoint>(
  endpoint: E,
  {
    engine,
    wanted: requestsOf,
  }: { engine: PartnersEngine; wanted: (reading: ServiceInput<E>) => PartnerRequests | null },
  run: (call: Call<E>, partner: SynchronousCostEngine | undefined) => Promise<ReplyOf<E>>,
): Handler {
  const questions = async (reading: ServiceInput<E>): Promise<PartnerPriceRequest[]> => {
    const { tx, clientId, caller, today } = reading
    const choice = requestsOf(reading)
    const scheme = choice && (await loadPersonScheme(tx, clientId, { personId: caller.personId, today }))
    const benefit = scheme && visibleBenefits(scheme).find(({ id }) => id === choice?.benefitId)
    if (!choice || !scheme || !benefit) return []
    const benefitStatus = benefitStatusOf(scheme, benefit)
    return benefitStatus.choosing.allowed ? partnerRequestsFor(benefitStatus, choice.values, choice.effectiveFrom) : []
  }
  return handleAfterPartnerPrices(endpoint, { engine, questions }, run)
}

/** Creates a handler that first requests business partners' prices, outside any transaction. */
export function handleAfterPartnerPrices<const E extends MyEndpoint>(
  endpoint: E,
  {
    engine,
    questions,
  }: { engine: PartnersEngine; questions: (reading: ServiceInput<E>) => Promise<PartnerPriceRequest[]> },
  run: (call: Call<E>, partner: SynchronousCostEngine | undefined) => Promise<ReplyOf<E>>,
): Handler {
  if (!engine) return handle(endpoint, (call) => run(call, undefined))
  return handleWithService(
    endpoint,
    {
      read: async (reading: ServiceInput<E>) => ({ today: reading.today, questions: await questions(reading) }),
      ask: async ({ today, questions: requests }) =>
        Promise.all(requests.map(async (question) => ({ question, answer: await inForce(engine, question, today) }))),
    },
    (call, answers) => run(call, costEngineFromReplies(answers)),
  )
}

export function partnerRequestsFor(
  benefitStatus: BenefitStatus,
  values: SetupValues,
  requestsOf?: IsoDate,
): PartnerPriceRequest[] {
  const { definition } = benefitStatus.benefit
  const { choice, faults } = readChoice(definition, values)
  const { facts, effectiveFrom: on } = statusForChoosing(benefitStatus, choice, requestsOf)
  const wrong = { ...faults, ...checkChoice({ definition, choice, facts, on }) }
  return Object.keys(wrong).length > 0 ? [] : partnerPriceRequests({ definition, choice, facts, on })
}

async function inForce(
  engine: NonNullable<PartnersEngine>,
  question: PartnerPriceRequest,
  today: IsoDate,
): Promise<PartnerPriceReply> {
  const answer = await engine.ask(question)
  const { validUntil = null } = answer.outcome === 'priced' ? answer.quote : {}
  return validUntil !== null && validUntil < today ? { outcome: 'unreachable' } : answer
}
