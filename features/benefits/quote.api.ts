import type { ReplyOf } from '../../contract/endpoint.ts'
import type { Call, Handler } from '../../platform/handle.ts'
import { quoteBenefit } from './benefits.contract.ts'
import { requireAllowed, requireChoice, requirePrice } from './choosing.server.ts'
import { handleMine } from './handle-mine.server.ts'
import { requireMinimumWage } from './minimum-wage-guard.server.ts'
import { standingIn, standingTo } from './my-benefit.server.ts'
import { handleAskingPartners, type PartnersEngine } from './partners/asking-partners.server.ts'
import { potInWords, priceView, storedPrice } from './price-view.server.ts'
import type { CostsAtHand } from './pricing/cost-engine.ts'
import { planDetails, reachedPay } from './selection-view.server.ts'
import type { Standing } from './standing.server.ts'
import { payFactsIn, potAfter, takeHomeEffect } from './take-home.server.ts'
import { takeHomeView } from './take-home-view.server.ts'

/** What a choice would cost, why, from which pay day, and what is left of pay; saves nothing. */
export const quoteHandlers = (engine: PartnersEngine): Handler[] => [
  engine
    ? handleAskingPartners(
        quoteBenefit,
        { engine, wanted: ({ params, body }) => ({ benefitId: params.id, values: body.values }) },
        async (call, partner) => quoteFor(await standingIn(call), call.body, partner),
      )
    : handleMine(quoteBenefit, (mine, { params, body }) => quoteFor(standingTo(mine, params.id), body)),
]

type Quoting = Pick<Call<typeof quoteBenefit>, 'body'>['body']

export function quoteFor(standing: Standing, { values }: Quoting, partner?: CostsAtHand): ReplyOf<typeof quoteBenefit> {
  requireAllowed(standing, standing.choosing)
  const choice = requireChoice(standing, values)
  const price = storedPrice(requirePrice(standing, choice, partner), standing.facts.payPeriods)
  requireMinimumWage(standing, price)
  const { effectiveFrom, scheme } = standing
  return {
    price: { ...priceView(price), pot: potInWords(price, potAfter(standing, price)) },
    planDetails: planDetails(standing, { choice, price }),
    effectiveFrom,
    reachesPay: reachedPay(scheme, { effectiveFrom, price }),
    takeHome: takeHomeView(takeHomeEffect(standing, price), {
      facts: payFactsIn(scheme, effectiveFrom),
      on: effectiveFrom,
    }),
  }
}
