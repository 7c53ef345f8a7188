import { Refused, refusalText } from '../../contract/refusals.ts'
import type { TakeHomeView } from '../../domain/selections/take-home.contract.ts'
import { benefitView } from '../../services/benefits/benefit-view.server.ts'
import type { PriceView, SetupValues } from '../../domain/selections/benefits.contract.ts'
import { setupValuesOf } from '../../services/benefits/choice-values.rules.ts'
import { requireChoice, requirePrice } from '../../services/benefits/choosing.server.ts'
import { requireMinimumWage } from '../take-home/minimum-wage-guard.server.ts'
import { type PlanDetail, planDetailsOf } from '../../domain/selections/plan-details.rules.ts'
import { priceView, storedPrice } from '../../services/my-benefits/price-view.server.ts'
import { costEngineFromQuotes, type SynchronousCostEngine } from '../../domain/pricing/cost-engine.ts'
import { initialValues, valuesToSend } from '../../domain/selections/setup.rules.ts'
import type { BenefitStatus } from '../../services/my-benefits/benefit-status.server.ts'
import { takeHomeView } from '../take-home/take-home-view.server.ts'
import { payFactsIn, takeHomeEffect } from '../../services/benefits/take-home.server.ts'

/** Prices the current or last choice, or else the smallest one, as if chosen on the explained day. */
export type RecalculatedPrice = { of: 'held' | 'example'; values: SetupValues } & (
  | {
      outcome: 'priced'
      details: readonly PlanDetail[]
      price: PriceView
      takeHome: TakeHomeView
      below: string | null
    }
  | { outcome: 'refused'; reasons: readonly string[] }
)

export function recalculatedPrice(benefitStatus: BenefitStatus): RecalculatedPrice {
  const { benefit, scheme, selection, effectiveFrom: on } = benefitStatus
  const held = selection && (selection.running ?? selection.newest).choice
  const values = held ? setupValuesOf(benefit.definition, held) : requiredValues(benefitStatus)
  const asked = { of: held ? 'held' : 'example', values } as const
  try {
    const choice = requireChoice(benefitStatus, values)
    const price = storedPrice(
      requirePrice(benefitStatus, choice, agreedPartnerPrice(benefitStatus)),
      benefitStatus.facts.payPeriods,
    )
    const takeHome = takeHomeView(takeHomeEffect(benefitStatus, price), { facts: payFactsIn(scheme, on) })
    return {
      ...asked,
      outcome: 'priced',
      details: planDetailsOf(benefit.definition, choice),
      price: priceView(price),
      takeHome,
      below: refusalOf(() => requireMinimumWage(benefitStatus, price))[0] ?? null,
    }
  } catch (error) {
    return { ...asked, outcome: 'refused', reasons: sentencesOf(error) }
  }
}

function agreedPartnerPrice({ selection }: BenefitStatus): SynchronousCostEngine | undefined {
  const quotes = (selection?.running ?? selection?.newest)?.price?.quotes
  return quotes && costEngineFromQuotes(quotes)
}

function requiredValues(benefitStatus: BenefitStatus): SetupValues {
  const fields = benefitView(benefitStatus).setupFields
  const first = fields.flatMap(({ name, input }) =>
    input.kind === 'options' && input.options[0] ? [[name, input.options[0].value] as const] : [],
  )
  return valuesToSend(fields, { ...Object.fromEntries(first), ...initialValues(fields, null) })
}

function refusalOf(ask: () => void): string[] {
  try {
    ask()
    return []
  } catch (error) {
    return sentencesOf(error)
  }
}

function sentencesOf(error: unknown): string[] {
  if (!(error instanceof Refused)) throw error
  const ofFields = Object.values(error.details.errors ?? {}).flat()
  return ofFields.length > 0 ? ofFields : [refusalText(error)]
}
