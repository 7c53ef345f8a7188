import { poundsFromPence } from '../../contract/money.ts'
import { planDetailsWithoutHealth } from '../../domain/selections/plan-details.rules.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import { factOn } from '../../domain/tax/person-facts.rules.ts'
import { firstPeriodReached } from '../../domain/windows/effective-date.rules.ts'
import { benefitTerms } from '../../services/benefits/benefit-terms.server.ts'
import { hasBoughtPart } from '../../services/benefits/leaving-example.server.ts'
import { chargesFirstPart } from '../../services/benefits/selection-view.server.ts'
import { payFactsIn, takeHomeEffect } from '../../services/benefits/take-home.server.ts'
import { type BenefitStatus, currentPrice } from '../../services/my-benefits/benefit-status.server.ts'
import type { StatusWithSelection } from '../../services/my-benefits/my-benefit.server.ts'
import { poundsOf } from '../../services/my-benefits/price-view.server.ts'
import { leavingRule } from '../../services/payroll/leaving-rule.rules.ts'
import { wageAfterChoice } from '../take-home/minimum-wage-guard.server.ts'
import type { DecisionFacts } from './approval-queue.contract.ts'
import { queueMessages } from './approval-queue.messages.ts'

export function decisionFactsOf(benefitStatus: StatusWithSelection): DecisionFacts {
  const { scheme, benefit, selection } = benefitStatus
  const { facts, today } = scheme
  const { newest, running, personId } = selection
  const startsOn = newest.effectiveFrom ?? benefitStatus.effectiveFrom
  const asked = { ...benefitStatus, effectiveFrom: startsOn }
  const price = currentPrice(benefitStatus, newest)
  const { salary, weeklyHours } = payFactsIn(scheme, startsOn)
  return {
    employeeId: personId,
    jobTitle: factOn(facts, 'job-title', today),
    costCentre: factOn(facts, 'cost-centre', today),
    location: factOn(facts, 'location', today),
    weeklyHours,
    salary: salary === null ? null : poundsFromPence(salary),
    taxMethod: price && taxMethodOf(price),
    inForce: running && {
      planDetails: planDetailsWithoutHealth(benefit.definition, running.choice),
      employee: running.price && poundsOf(running.price.employeeMonthly),
    },
    effect: price && effectOf(asked, { price, instead: running?.price ?? null }),
    minimumWage: price && minimumWageOf(asked, price),
    firstPay: price && firstPayOf(asked, { ...newest, price }),
    balanceAtLeaving: price && hasBoughtPart(price) ? leavingRule(benefit.definition).owed : null,
    terms: benefitTerms(benefitStatus).map(({ version, accepted }) => ({ version, accepted })),
  }
}

function taxMethodOf({ parts }: StoredPrice): string | null {
  const part = parts.find(({ payer }) => payer === 'employee') ?? parts[0]
  return part ? queueMessages.taxMethod[part.taxMethod] : null
}

/** Compares both prices with not having the benefit. Their difference is the effect of a change of cover. */
function effectOf(
  benefitStatus: BenefitStatus,
  { price, instead }: { price: StoredPrice; instead: StoredPrice | null },
): DecisionFacts['effect'] {
  const then = takeHomeEffect(benefitStatus, price)
  const now = instead && takeHomeEffect(benefitStatus, instead)
  if (then.outcome === 'not-computed' || now?.outcome === 'not-computed') return null
  return {
    takeHomePerMonth: poundsFromPence(then.takeHome.monthly - (now?.takeHome.monthly ?? 0n)),
    employerNationalInsurancePerYear: poundsFromPence(
      then.employer.nationalInsurance +
        then.employer.class1A -
        (now ? now.employer.nationalInsurance + now.employer.class1A : 0n),
    ),
  }
}

function minimumWageOf(benefitStatus: BenefitStatus, price: StoredPrice): DecisionFacts['minimumWage'] {
  const wage = wageAfterChoice(benefitStatus, price)
  if (!wage) return null
  const { payAfter, floor, rise } = wage
  return {
    payAfter: poundsFromPence(payAfter),
    floor: poundsFromPence(floor),
    payToRise: rise ? { on: rise.on, floor: poundsFromPence(rise.floor) } : null,
  }
}

function firstPayOf(
  { scheme: { periods, today }, benefit, effectiveFrom }: BenefitStatus,
  { price, replaces }: { price: StoredPrice; replaces: number | null },
): DecisionFacts['firstPay'] {
  const period = firstPeriodReached({
    periods,
    effectiveFrom,
    spread: price.parts[0]?.spread ?? { kind: 'recurring' },
    today,
    chargesFirstPart: replaces === null && chargesFirstPart(benefit),
  })
  return period ? { payOn: period.payOn, cutOffOn: period.cutOffOn } : null
}
