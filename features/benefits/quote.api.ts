import { type Handler, handle } from '../../platform/handle.ts'
import { quoteBenefit } from './benefits.contract.ts'
import { requireAllowed, requireChoice, requirePrice } from './choosing.server.ts'
import { standingIn } from './my-benefit.server.ts'
import { priceView, storedPrice } from './price-view.server.ts'
import { planDetails, reachedPay } from './selection-view.server.ts'

/** What a choice would cost, why, and from which pay day; saves nothing. */
export const quoteHandlers: Handler[] = [
  handle(quoteBenefit, async (call) => {
    const standing = await standingIn(call)
    requireAllowed(standing, standing.choosing)
    const choice = requireChoice(standing, call.body.values)
    const price = storedPrice(requirePrice(standing, choice), standing.facts.payPeriods)
    const { effectiveFrom, scheme } = standing
    return {
      price: priceView(price),
      planDetails: planDetails(standing, { choice, price }),
      effectiveFrom,
      reachesPay: reachedPay(scheme, { effectiveFrom, price }),
    }
  }),
]
