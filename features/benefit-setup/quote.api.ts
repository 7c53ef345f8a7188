import { showDate } from '../../contract/dates.ts'
import { poundsFromPence } from '../../contract/money.ts'
import type { ReplyOf } from '../../contract/endpoint.ts'
import { runAsUsual, type Call, type Handler, handleWithQueryOrRun } from '../../platform/handle.ts'
import { quoteBenefit } from '../../domain/selections/benefits.contract.ts'
import {
  earlierParts,
  needsApproval,
  requireAllowed,
  requireChoice,
  requireMinimumContribution,
  requireNoIncrease,
  requirePrice,
  statusForChoice,
} from '../../services/benefits/choosing.server.ts'
import { needsEvidence } from '../../services/my-benefits/needs-evidence.rules.ts'
import { hasFixedTotal } from '../../services/payroll/fixed-total.rules.ts'
import { leavingExample } from '../../services/benefits/leaving-example.server.ts'
import { wageWarning, requireMinimumWage } from '../take-home/minimum-wage-guard.server.ts'
import { allAccepted } from '../../services/my-benefits/decided-cover.rules.ts'
import { needsMedicalAnswers } from '../../services/benefits/medical-questions.server.ts'
import { readBenefitStatus, benefitStatusById } from '../../services/my-benefits/my-benefit.server.ts'
import { priceRowsOfCaller } from '../../services/my-benefits/person-rows.queries.ts'
import { loadSchemeForPrices, cachedSchemeOf } from '../../services/my-benefits/person-scheme.server.ts'
import { handleWithPartnerPrices, type PartnersEngine } from '../../services/benefits/partner-requests.server.ts'
import { allowanceText, priceView, storedPrice } from '../../services/my-benefits/price-view.server.ts'
import type { Choice } from '../../domain/definition/options.ts'
import type { SynchronousCostEngine } from '../../domain/pricing/cost-engine.ts'
import type { Price } from '../../domain/pricing/price.ts'
import { increaseInWords } from '../../services/benefits/next-increase.server.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import { chargesFirstPart, planDetails, firstPayAffected } from '../../services/benefits/selection-view.server.ts'
import { priceWith, type BenefitStatus } from '../../services/my-benefits/benefit-status.server.ts'
import { payFactsIn, allowanceShareAfter, takeHomeEffect } from '../../services/benefits/take-home.server.ts'
import { takeHomeView } from '../take-home/take-home-view.server.ts'
import { effectiveMessages } from '../../domain/windows/effective-date.messages.ts'
import { firstDayView } from '../selections/first-day-view.server.ts'

export const quoteHandlers = (engine: PartnersEngine): Handler[] => [
  engine
    ? handleWithPartnerPrices(
        quoteBenefit,
        { engine, wanted: ({ params, body }) => ({ benefitId: params.id, ...body }) },
        async (call, partner) => quoteFor(await readBenefitStatus(call), call.body, partner),
      )
    : handleWithQueryOrRun(quoteBenefit, {
        question: priceRowsOfCaller,
        answer: (row, { clientId, params, body }) => {
          const scheme = cachedSchemeOf(clientId, row)
          if (scheme === 'not-cached') return runAsUsual
          const benefitStatus = benefitStatusById(scheme, params.id)
          return needsCurrentSelection(benefitStatus) ? runAsUsual : quoteFor(benefitStatus, body)
        },
        run: async (call) => {
          const { tx, clientId, caller, today, params, body } = call
          const benefitStatus = benefitStatusById(
            await loadSchemeForPrices(tx, clientId, { ...caller, today }),
            params.id,
          )
          return quoteFor(needsCurrentSelection(benefitStatus) ? await readBenefitStatus(call) : benefitStatus, body)
        },
      }),
]

function needsCurrentSelection({ scheme, benefit, choosing }: BenefitStatus): boolean {
  if (!choosing.allowed && choosing.cause === 'selection') return true
  // With a flex allowance, other selections get a new price too.
  const priced = scheme.pots.length > 0 ? [...scheme.selections.values()] : [scheme.selections.get(benefit.id)]
  return priced.some((selection) => selection?.running?.price && hasFixedTotal(selection.running.price))
}

type QuoteInput = Pick<Call<typeof quoteBenefit>, 'body'>['body']

export function quoteFor(
  before: BenefitStatus,
  { values, effectiveFrom: wanted, takeHomeSteps = true }: QuoteInput,
  partner?: SynchronousCostEngine,
): ReplyOf<typeof quoteBenefit> {
  const { actions, choosing } = before
  requireAllowed(before, actions['change-cover'].allowed ? actions['change-cover'] : choosing)
  const benefitStatus = statusForChoice(before, { values, effectiveFrom: wanted })
  const choice = requireChoice(benefitStatus, values)
  const priced = requirePrice(benefitStatus, choice, partner)
  const price = storedPrice(priced, benefitStatus.facts.payPeriods)
  requireNoIncrease(benefitStatus, { choice, price })
  requireMinimumContribution(benefitStatus, { choice, price })
  requireMinimumWage(benefitStatus, price)
  const { effectiveFrom, scheme } = benefitStatus
  const earlier = takesEffectDirectly(benefitStatus, { choice, price }) ? earlierParts(benefitStatus, partner) : []
  return {
    price: {
      ...priceView(price),
      pot: allowanceText(price, allowanceShareAfter(benefitStatus, price)),
      ...leavingExample(benefitStatus, { choice, price }),
    },
    planDetails: planDetails(benefitStatus, { choice, price }),
    effectiveFrom,
    firstDay: firstDayView(benefitStatus, { price, earlier }),
    reachesPay: startAndPay(benefitStatus, { choice, price }),
    takeHome: takeHomeView(takeHomeEffect(benefitStatus, price), {
      facts: payFactsIn(scheme, effectiveFrom),
      withSteps: takeHomeSteps,
    }),
    medicalQuestions: needsMedicalAnswers(benefitStatus.benefit.definition, priced),
    monthlyIfAccepted: monthlyOnceAccepted(benefitStatus, { choice, price: priced, partner }),
    ...nextIncreaseView(benefitStatus, choice),
    ...wageWarning(benefitStatus, price),
  }
}

function startAndPay(benefitStatus: BenefitStatus, { choice, price }: { choice: Choice; price: StoredPrice }): string {
  const { benefit, selection, effectiveFrom } = benefitStatus
  const chargesFirst = !selection && chargesFirstPart(benefit)
  const awaitsApproval = needsApproval(benefit.definition, choice)
  const pay = firstPayAffected(benefitStatus, {
    effectiveFrom,
    choice,
    price,
    chargesFirstPart: chargesFirst,
    awaitsApproval,
  })
  return takesEffectDirectly({ benefit }, { choice, price })
    ? `${effectiveMessages.countsFrom(showDate(effectiveFrom))} ${pay}`
    : pay
}

function takesEffectDirectly(
  { benefit }: Pick<BenefitStatus, 'benefit'>,
  { choice, price }: { choice: Choice; price: StoredPrice },
): boolean {
  return !needsApproval(benefit.definition, choice) && !needsEvidence(price)
}

function nextIncreaseView(benefitStatus: BenefitStatus, choice: Choice): Pick<ReplyOf<typeof quoteBenefit>, 'rise'> {
  const rise = increaseInWords(benefitStatus, { choice, from: benefitStatus.effectiveFrom })
  return rise === undefined ? {} : { rise }
}

function monthlyOnceAccepted(
  benefitStatus: BenefitStatus,
  { choice, price, partner }: { choice: Choice; price: Price; partner: SynchronousCostEngine | undefined },
): number | null {
  if (!needsEvidence(price)) return null
  const whole = priceWith(benefitStatus, { choice, decidedCover: allAccepted(price), ...(partner && { partner }) })
  return whole.outcome === 'priced' ? poundsFromPence(whole.price.employeeMonthly) : null
}
