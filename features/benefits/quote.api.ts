import type { Handler } from '../../platform/handle.ts'
import { quoteBenefit } from './benefits.contract.ts'
import { requireAllowed, requireChoice, requirePrice } from './choosing.server.ts'
import { handleMine } from './handle-mine.server.ts'
import { standingTo } from './my-benefit.server.ts'
import { requireMinimumWage } from './minimum-wage-guard.server.ts'
import { potInWords, priceView, storedPrice } from './price-view.server.ts'
import { planDetails, reachedPay } from './selection-view.server.ts'
import { payFactsIn, potAfter, takeHomeEffect } from './take-home.server.ts'
import { takeHomeView } from './take-home-view.server.ts'

/** What a choice would cost, why, from which pay day, and what is left of pay; saves nothing. */
export const quoteHandlers: Handler[] = [
  handleMine(quoteBenefit, (mine, { params, body }) => {
    const standing = standingTo(mine, params.id)
    requireAllowed(standing, standing.choosing)
    const choice = requireChoice(standing, body.values)
    const price = storedPrice(requirePrice(standing, choice), standing.facts.payPeriods)
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
  }),
]
