import { showDate } from '../../../contract/dates.ts'
import { poundsFromPence } from '../../../contract/money.ts'
import type { ReplyOf } from '../../../contract/endpoint.ts'
import { askFurther, type Call, type Handler, handleAskingFirst } from '../../../platform/handle.ts'
import { quoteBenefit } from '../benefits.contract.ts'
import {
  earlierParts,
  needsApproval,
  requireAllowed,
  requireChoice,
  requireLeastContribution,
  requireLowered,
  requirePrice,
  standingFor,
} from '../choosing/choosing.server.ts'
import { needsEvidence } from '../medical/needs-evidence.rules.ts'
import { hasFixedTotal } from '../pay/fixed-total.rules.ts'
import { ifYouLeave } from '../leaving/if-you-leave.server.ts'
import { requireMinimumWage } from '../take-home/minimum-wage-guard.server.ts'
import { allAccepted } from '../medical/decided-cover.rules.ts'
import { asksQuestions } from '../medical/questions.server.ts'
import { standingIn, standingTo } from '../actions/my-benefit.server.ts'
import { priceRowsOfCaller } from '../actions/my-rows.queries.ts'
import { loadSchemeForPrices, schemeAtHand } from '../actions/my-scheme.server.ts'
import { handleAskingPartners, type PartnersEngine } from '../partners/asking-partners.server.ts'
import { potInWords, priceView, storedPrice } from '../pay/price-view.server.ts'
import type { Choice } from '../definition/options.ts'
import type { CostsAtHand } from '../pricing/cost-engine.ts'
import type { Price } from '../pricing/price.ts'
import { riseInWords } from '../rises/rise-ahead.server.ts'
import type { StoredPrice } from '../selections/stored-price.ts'
import { chargesFirstPart, planDetails, reachedPay } from '../selections/selection-view.server.ts'
import { priceWith, type Standing } from '../actions/standing.server.ts'
import { payFactsIn, potAfter, takeHomeEffect } from '../take-home/take-home.server.ts'
import { takeHomeView } from '../take-home/take-home-view.server.ts'
import { effectiveMessages } from '../windows/effective.messages.ts'
import { firstDayView } from '../windows/first-day-view.server.ts'

export const quoteHandlers = (engine: PartnersEngine): Handler[] => [
  engine
    ? handleAskingPartners(
        quoteBenefit,
        { engine, wanted: ({ params, body }) => ({ benefitId: params.id, ...body }) },
        async (call, partner) => quoteFor(await standingIn(call), call.body, partner),
      )
    : handleAskingFirst(quoteBenefit, {
        question: priceRowsOfCaller,
        answer: (row, { clientId, params, body }) => {
          const scheme = schemeAtHand(clientId, row)
          if (scheme === 'not-at-hand') return askFurther
          const standing = standingTo(scheme, params.id)
          return showsMore(standing) ? askFurther : quoteFor(standing, body)
        },
        run: async (call) => {
          const { tx, clientId, caller, today, params, body } = call
          const standing = standingTo(
            await loadSchemeForPrices(tx, clientId, { personId: caller.personId, today }),
            params.id,
          )
          return quoteFor(showsMore(standing) ? await standingIn(call) : standing, body)
        },
      }),
]

/** Returns true if the quote needs more than the price rows: the current selection, or deductions of a fixed total. */
function showsMore({ scheme, benefit, choosing }: Standing): boolean {
  if (!choosing.allowed && choosing.cause === 'selection') return true
  // Benefits that share a flex allowance are repriced as well.
  const priced = scheme.pots.length > 0 ? [...scheme.selections.values()] : [scheme.selections.get(benefit.id)]
  return priced.some((selection) => selection?.running?.price && hasFixedTotal(selection.running.price))
}

type Quoting = Pick<Call<typeof quoteBenefit>, 'body'>['body']

export function quoteFor(
  before: Standing,
  { values, effectiveFrom: wanted, takeHomeSteps = true }: Quoting,
  partner?: CostsAtHand,
): ReplyOf<typeof quoteBenefit> {
  const { actions, choosing } = before
  requireAllowed(before, actions['change-cover'].allowed ? actions['change-cover'] : choosing)
  const standing = standingFor(before, { values, effectiveFrom: wanted })
  const choice = requireChoice(standing, values)
  const priced = requirePrice(standing, choice, partner)
  const price = storedPrice(priced, standing.facts.payPeriods)
  requireLowered(standing, { choice, price })
  requireLeastContribution(standing, { choice, price })
  requireMinimumWage(standing, price)
  const { effectiveFrom, scheme } = standing
  const earlier = isDecided(standing, { choice, price }) ? earlierParts(standing, partner) : []
  return {
    price: {
      ...priceView(price),
      pot: potInWords(price, potAfter(standing, price)),
      ...ifYouLeave(standing, { choice, price }),
    },
    planDetails: planDetails(standing, { choice, price }),
    effectiveFrom,
    firstDay: firstDayView(standing, { price, earlier }),
    reachesPay: startAndPay(standing, { choice, price }),
    takeHome: takeHomeView(takeHomeEffect(standing, price), {
      facts: payFactsIn(scheme, effectiveFrom),
      withSteps: takeHomeSteps,
    }),
    medicalQuestions: asksQuestions(standing.benefit.definition, priced),
    monthlyIfAccepted: monthlyIfAccepted(standing, { choice, price: priced, partner }),
    ...ifItRises(standing, choice),
  }
}

/** Returns the first day and first affected pay of a choice; nothing if it needs a decision first. */
function startAndPay(
  { benefit, selection, effectiveFrom, scheme }: Standing,
  { choice, price }: { choice: Choice; price: StoredPrice },
): string {
  const chargesFirst = !selection && chargesFirstPart(benefit)
  const pay = reachedPay(scheme, { effectiveFrom, price, chargesFirstPart: chargesFirst })
  return isDecided({ benefit }, { choice, price })
    ? `${effectiveMessages.countsFrom(showDate(effectiveFrom))} ${pay}`
    : pay
}

function isDecided(
  { benefit }: Pick<Standing, 'benefit'>,
  { choice, price }: { choice: Choice; price: StoredPrice },
): boolean {
  return !needsApproval(benefit.definition, choice) && !needsEvidence(price)
}

function ifItRises(standing: Standing, choice: Choice): Pick<ReplyOf<typeof quoteBenefit>, 'rise'> {
  const rise = riseInWords(standing, { choice, from: standing.effectiveFrom })
  return rise === undefined ? {} : { rise }
}

/** Returns the monthly price once the provider accepts, shown beside the price that applies at once. */
function monthlyIfAccepted(
  standing: Standing,
  { choice, price, partner }: { choice: Choice; price: Price; partner: CostsAtHand | undefined },
): number | null {
  if (!needsEvidence(price)) return null
  const whole = priceWith(standing, { choice, decidedCover: allAccepted(price), ...(partner && { partner }) })
  return whole.outcome === 'priced' ? poundsFromPence(whole.price.employeeMonthly) : null
}
