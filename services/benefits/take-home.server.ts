import type { BenefitId } from '../../contract/ids.ts'
import { calculateTakeHomeEffect, type EffectOutcome } from '../../domain/tax/take-home-effect.rules.ts'
import type { PayChange } from '../../domain/tax/gross-to-net.rules.ts'
import { type PayFacts, payFactsOn } from '../../domain/tax/pay-facts.rules.ts'
import type { IsoDate } from '../../contract/dates.ts'
import { decidedCover } from '../my-benefits/decided-cover.rules.ts'
import type { PersonScheme } from '../my-benefits/person-scheme.server.ts'
import { payChangesOf, payDaysOf, currentPayChanges } from '../../domain/tax/pay-changes.rules.ts'
import { allowanceFor } from '../my-benefits/flex-allowances.rules.ts'
import { storedPrice } from '../my-benefits/price-view.server.ts'
import { selectionAsOf, coverInForceOn } from '../my-benefits/cover-in-force.server.ts'
import type { SelectionVersion, SelectionWithVersions } from '../../domain/selections/selection.rules.ts'
import { priceWith, type BenefitStatus, benefitStatusOf } from '../my-benefits/benefit-status.server.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import { takeHomeViewMessages as say } from '../../domain/tax/take-home-view.messages.ts'

/** Returns the effect of a choice on take-home pay, compared with not having the benefit. */
export function takeHomeEffect(
  { scheme, benefit, effectiveFrom }: BenefitStatus,
  price: StoredPrice,
  leftOut: readonly BenefitId[] = [benefit.id],
): EffectOutcome {
  const { name, category } = benefit.definition
  const facts = payFactsIn(scheme, effectiveFrom)
  const own = payChangesOf(price, { name, category, from: effectiveFrom })
  const others = (supposed: StoredPrice | null) =>
    payChangesIn(schemeWithPrices(scheme, [[benefit.id, supposed]]), leftOut, effectiveFrom)
  return calculateTakeHomeEffect({
    tables: scheme.taxTables,
    on: effectiveFrom,
    before: { facts, changes: others(null), when: say.without(name) },
    after: { facts, changes: [...others(price), ...own], when: say.with(name) },
    payDays: payDaysOf(price),
  })
}

export function schemeWithPrices(
  scheme: PersonScheme,
  prices: readonly (readonly [BenefitId, StoredPrice | null])[],
): PersonScheme {
  return { ...scheme, supposed: new Map([...(scheme.supposed ?? []), ...prices]) }
}

export function payChangesIn(scheme: PersonScheme, leftOut: readonly BenefitId[] = [], day?: IsoDate): PayChange[] {
  const { benefits, pots: allowances, today } = scheme
  const definitions = new Map([...benefits, ...allowances].map(({ id, definition }) => [id, definition]))
  const former = { name: say.formerBenefit }
  return currentPayChanges(selectionsIn(scheme, day), {
    benefitOf: (id) => definitions.get(id) ?? former,
    leftOut,
    today,
  })
}

export function selectionsIn(scheme: PersonScheme, day?: IsoDate): SelectionWithVersions[] {
  const { selections, supposed } = scheme
  return [...selections.values()]
    .map((selection) => (day === undefined ? selection : selectionAsOf(scheme, selection, day)))
    .map((selection) => (supposed ? withRecalculatedPrice(scheme, selection) : selection))
}

export function withRecalculatedPrice(scheme: PersonScheme, selection: SelectionWithVersions): SelectionWithVersions {
  const { benefitId, running } = selection
  const benefit = [...scheme.benefits, ...scheme.pots].find(({ id }) => id === benefitId)
  if (!running?.price || !benefit || !allowanceFor(scheme.pots, benefitId)) return selection
  const price = repriced(benefitStatusOf(scheme, benefit), running)
  return price ? { ...selection, running: { ...running, price } } : selection
}

export function allowanceShareAfter(
  { scheme, benefit, effectiveFrom }: BenefitStatus,
  price: StoredPrice,
): StoredPrice['pot'] {
  const allowance = allowanceFor(scheme.pots, benefit.id)
  const own = allowance && coverInForceOn(scheme, scheme.selections.get(allowance.id), effectiveFrom)
  if (!allowance || !own) return undefined
  return repriced(benefitStatusOf(schemeWithPrices(scheme, [[benefit.id, price]]), allowance), own.version)?.pot
}

function repriced(
  benefitStatus: BenefitStatus,
  { choice, effectiveFrom, price }: Pick<SelectionVersion, 'choice' | 'effectiveFrom' | 'price'>,
): StoredPrice | undefined {
  const outcome = priceWith(benefitStatus, {
    choice,
    ...(effectiveFrom && { chosenFrom: effectiveFrom }),
    ...(price?.decidedCover && { decidedCover: decidedCover(price.decidedCover) }),
  })
  return outcome.outcome === 'priced' ? storedPrice(outcome.price, benefitStatus.facts.payPeriods) : undefined
}

export function payFactsIn(scheme: PersonScheme, on: IsoDate): PayFacts {
  const { person, facts } = scheme
  return payFactsOn({ dateOfBirth: person.dateOfBirth, facts, ...scheme.payCycleOn(on) }, on)
}
