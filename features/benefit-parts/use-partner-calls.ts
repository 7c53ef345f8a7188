import { call } from '../../contract/call.ts'
import type { BodyOf, ReplyOf } from '../../contract/endpoint.ts'
import type { BenefitId } from '../../contract/ids.ts'
import { sessionNow } from '../session/use-session.ts'
import type { quoteBenefit, SelectionView, SetupValues } from '../../domain/selections/benefits.contract.ts'
import { askPartnerCosts, savePartnerSelection } from '../../domain/selections/partners.contract.ts'

export async function fetchPartnerPrice(
  body: BodyOf<typeof askPartnerCosts>,
  signal?: AbortSignal,
): Promise<ReplyOf<typeof quoteBenefit>> {
  const { costs: price, error: _, ...quote } = await call(askPartnerCosts, { body }, signal)
  return { ...quote, price }
}

/** Confirms at the cost per pay day that was shown (BENEFIT-51). */
export function confirmWithPartner(
  benefitId: BenefitId,
  {
    expectedPerPeriod: perPeriod,
    values,
    version,
  }: { expectedPerPeriod?: number; values: SetupValues; version?: number },
): Promise<SelectionView> {
  const costs = perPeriod === undefined ? {} : { costs: { employee: { perPeriod } } }
  return saveWithPartner({ benefitId, values, ...costs, ...(version !== undefined && { version }) })
}

export function saveWithPartner(
  body: Omit<BodyOf<typeof savePartnerSelection>, 'values'> & Partial<BodyOf<typeof savePartnerSelection>>,
): Promise<SelectionView> {
  const session = sessionNow()
  if (session.step !== 'in') throw new Error('A benefit is chosen behind the guard')
  return call(savePartnerSelection, { params: { clientId: session.client.id, employeeId: session.user.id }, body })
}
