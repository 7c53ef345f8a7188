import type { IsoDate } from '../../contract/dates.ts'
import { Refused } from '../../contract/refusals.ts'
import type { BenefitId } from '../../contract/ids.ts'
import type { PayChange } from '../../domain/tax/gross-to-net.rules.ts'
import type { SetupValues } from '../../domain/selections/benefits.contract.ts'
import { readChoice } from '../../services/benefits/choice-values.rules.ts'
import { requireChoice, requirePrice } from '../../services/benefits/choosing.server.ts'
import { requireMinimumWage } from '../take-home/minimum-wage-guard.server.ts'
import type { PersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import type { Choice } from '../../domain/definition/options.ts'
import { isVoucherScheme } from '../../domain/tax/tax-band.rules.ts'
import { partnerRequestsFor } from '../../services/benefits/partner-requests.server.ts'
import { payChangesOf } from '../../domain/tax/pay-changes.rules.ts'
import { paymentPosition } from '../../services/my-benefits/flex-allowances.rules.ts'
import { storedPrice } from '../../services/my-benefits/price-view.server.ts'
import {
  costEngineFromQuotes,
  type PartnerPriceRequest,
  type SynchronousCostEngine,
} from '../../domain/pricing/cost-engine.ts'
import {
  type BenefitStatus,
  benefitStatusOf,
  statusForChoosing,
} from '../../services/my-benefits/benefit-status.server.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import { payChangesIn, schemeWithPrices } from '../../services/benefits/take-home.server.ts'

export type RequestedChoice = { benefit: BenefitStatus['benefit']; values: SetupValues }

export type HypotheticalChoice = { benefitStatus: BenefitStatus } & ({ price: StoredPrice } | { refused: Refused })

export type HypotheticalPrices = {
  supposed: ReadonlyMap<BenefitId, HypotheticalChoice>
  own: PayChange[]
  scheme: PersonScheme
}

/** Prices choices in the order in which the allowance pays. Vouchers come last because of their cap. */
export function hypotheticalPrices(
  without: PersonScheme,
  {
    asked,
    leftOut,
    partner,
  }: { asked: readonly RequestedChoice[]; leftOut: readonly BenefitId[]; partner: SynchronousCostEngine | undefined },
): HypotheticalPrices {
  const supposed = new Map<BenefitId, HypotheticalChoice>()
  let own: PayChange[] = []
  let scheme = without
  const place = ({ benefit: { id, definition } }: RequestedChoice) =>
    isVoucherScheme(definition) ? Infinity : paymentPosition(without.pots, id)
  for (const { benefit, values } of asked.toSorted((a, b) => place(a) - place(b))) {
    const one = priceForScenario(hypotheticalBenefitStatus(scheme, { benefit, values }), values, {
      others: (day) => [...payChangesIn(without, leftOut, day), ...own],
      partner,
    })
    supposed.set(benefit.id, one)
    if (!('price' in one)) continue
    const { name, category } = benefit.definition
    own = [...own, ...payChangesOf(one.price, { name, category, from: one.benefitStatus.effectiveFrom })]
    scheme = schemeWithPrices(scheme, [[benefit.id, one.price]])
  }
  return { supposed, own, scheme }
}

export function hypotheticalBenefitStatus(scheme: PersonScheme, { benefit, values }: RequestedChoice): BenefitStatus {
  return statusForChoosing(benefitStatusOf(scheme, benefit), readChoice(benefit.definition, values).choice)
}

/** Omits business partners' products that are in force with the same values. */
export function partnerRequestsForScenario(
  scheme: PersonScheme,
  asked: readonly RequestedChoice[],
): PartnerPriceRequest[] {
  return asked.flatMap(({ benefit, values }) => {
    const benefitStatus = benefitStatusOf(scheme, benefit)
    return agreedPrice(benefitStatus, values) ? [] : partnerRequestsFor(benefitStatus, values)
  })
}

function priceForScenario(
  benefitStatus: BenefitStatus,
  values: SetupValues,
  { others, partner }: { others: (day: IsoDate) => readonly PayChange[]; partner: SynchronousCostEngine | undefined },
): HypotheticalChoice {
  try {
    const choice = requireChoice(benefitStatus, values)
    const found = requirePrice(benefitStatus, choice, agreedPrice(benefitStatus, values) ?? partner)
    const price = storedPrice(found, benefitStatus.facts.payPeriods)
    requireMinimumWage(benefitStatus, price, others)
    return { benefitStatus, price }
  } catch (error) {
    if (error instanceof Refused) return { benefitStatus, refused: error }
    throw error
  }
}

function agreedPrice({ benefit, selection }: BenefitStatus, values: SetupValues): SynchronousCostEngine | undefined {
  const running = selection?.running
  const quotes = running?.price?.quotes
  return quotes && sameChoice(readChoice(benefit.definition, values).choice, running.choice)
    ? costEngineFromQuotes(quotes)
    : undefined
}

function sameChoice(one: Choice, other: Choice): boolean {
  const codes = Object.keys(one.values)
  return (
    codes.length === Object.keys(other.values).length &&
    codes.every((code) => one.values[code] === other.values[code]) &&
    one.people.length === other.people.length &&
    one.people.every((id) => other.people.includes(id))
  )
}
