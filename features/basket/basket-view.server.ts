import { showDate } from '../../contract/dates.ts'
import { type Pence, poundsFromPence } from '../../contract/money.ts'
import { type Refused, refusalText } from '../../contract/refusals.ts'
import { calculateTakeHomeEffect, type TakeHomeEffect } from '../../domain/tax/take-home-effect.rules.ts'
import { effectiveMessages } from '../../domain/windows/effective-date.messages.ts'
import { laterOf } from '../../domain/windows/effective-date.rules.ts'
import type { PersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import { visibleBenefits } from '../../services/my-benefits/benefit-status.server.ts'
import { leavingExample } from '../../services/benefits/leaving-example.server.ts'
import { priceView } from '../../services/my-benefits/price-view.server.ts'
import { penceFromDigits, splitEvenly } from '../../domain/pricing/money.ts'
import {
  futureStart,
  chargesFirstPart,
  planDetails,
  firstPayAffected,
} from '../../services/benefits/selection-view.server.ts'
import { selectionViewMessages as words } from '../../services/my-benefits/selection-view.messages.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import { payFactsIn, withRecalculatedPrice, payChangesIn } from '../../services/benefits/take-home.server.ts'
import { wageWarning } from '../take-home/minimum-wage-guard.server.ts'
import { takeHomeView } from '../take-home/take-home-view.server.ts'
import { takeHomeViewMessages as say } from '../../domain/tax/take-home-view.messages.ts'
import type { Basket, BasketItem, CostByPayer } from './basket.contract.ts'
import type { PricedDraft, PricedBasket } from './basket-prices.server.ts'

export function basketView(scheme: PersonScheme, { items, approved }: PricedBasket): Basket {
  const place = ({ draft }: PricedDraft) => visibleBenefits(scheme).findIndex(({ id }) => id === draft.benefit.id)
  const shown = items.toSorted((a, b) => place(a) - place(b))
  const ready = shown.filter((one) => one.outcome === 'ready')
  return {
    items: shown.map((one) => itemView(one, approved)),
    together: ready.length > 0 ? totalsView(scheme, ready, approved) : null,
  }
}

function itemView(one: PricedDraft, approved: PersonScheme): BasketItem {
  const { draft, price } = one
  const { benefit, selection, scheme, effectiveFrom } = draft
  const { newest, running } = selection
  const paidFrom = futureStart(running, scheme)
  const becomes = one.outcome === 'ready' ? one.next.state : null
  const charges = running === null && chargesFirstPart(benefit)
  const awaitsApproval = becomes === 'pending' || becomes === 'pending-change'
  const { choice } = newest
  const pay =
    price && firstPayAffected(draft, { effectiveFrom, choice, price, chargesFirstPart: charges, awaitsApproval })
  const inTheEnd = one.outcome === 'ready' ? priceOnceApproved(one, approved) : null
  return {
    benefitId: benefit.id,
    selectionId: selection.id,
    name: benefit.definition.name,
    version: selection.version,
    planDetails: planDetails(draft, { choice: newest.choice, price }),
    peopleCovered: newest.peopleCovered.map(({ name, relationship }) => ({
      name,
      relationship: words.relationship[relationship],
    })),
    price: price && { ...priceView(price), ...leavingExample(draft, { choice: newest.choice, price }) },
    insteadOf: running?.price ? { ...monthlyPayments([running.price]), ...(paidFrom && { from: paidFrom }) } : null,
    onceApproved: inTheEnd && price && !costsTheSame(inTheEnd, price) ? monthlyPayments([inTheEnd]) : null,
    effectiveFrom,
    reachesPay: pay && becomes === 'active' ? `${effectiveMessages.countsFrom(showDate(effectiveFrom))} ${pay}` : pay,
    becomes,
    problem: one.outcome === 'refused' ? problemOf(one.refused) : null,
    ...(one.outcome === 'ready' && wageWarning({ ...draft, scheme: approved }, one.price)),
  }
}

function problemOf(refused: Refused): NonNullable<BasketItem['problem']> {
  return { code: refused.refusal.code, message: refusalText(refused), errors: refused.details.errors ?? {} }
}

function totalsView(
  scheme: PersonScheme,
  ready: readonly PricedDraft[],
  approved: PersonScheme,
): NonNullable<Basket['together']> {
  const on = ready.map(({ draft }) => draft.effectiveFrom).reduce(laterOf, scheme.today)
  const facts = payFactsIn(scheme, on)
  const effect = calculateTakeHomeEffect({
    tables: scheme.taxTables,
    on,
    before: { facts, changes: payChangesIn(scheme, [], on), when: say.asToday },
    after: { facts, changes: payChangesIn(approved, [], on), when: say.withThem },
  })
  return {
    on,
    pays: monthlyPayments(ready.flatMap((one) => priceOnceApproved(one, approved) ?? [])),
    insteadOf: monthlyPayments(ready.flatMap(({ draft }) => draft.selection.running?.price ?? [])),
    levies: effect.outcome === 'computed' ? leviesOf(effect) : null,
    takeHome: takeHomeView(effect, { facts }),
  }
}

function priceOnceApproved({ draft }: PricedDraft, approved: PersonScheme): StoredPrice | null {
  const selection = approved.selections.get(draft.benefit.id)
  return (selection && withRecalculatedPrice(approved, selection).running?.price) ?? null
}

function costsTheSame(one: StoredPrice, other: StoredPrice): boolean {
  const figures = (price: StoredPrice) =>
    [price.employeeMonthly, price.employeeYearly, price.employerMonthly, price.employerYearly].join()
  return figures(one) === figures(other)
}

function monthlyPayments(prices: readonly StoredPrice[]): CostByPayer {
  const sum = (of: (price: StoredPrice) => string) =>
    poundsFromPence(prices.reduce((total, price) => total + BigInt(of(price)), 0n))
  return {
    employee: { perMonth: sum((price) => price.employeeMonthly), perYear: sum((price) => price.employeeYearly) },
    employer: { perMonth: sum((price) => price.employerMonthly), perYear: sum((price) => price.employerYearly) },
  }
}

type Levies = NonNullable<NonNullable<Basket['together']>['levies']>

function leviesOf({ before, after }: TakeHomeEffect): Levies {
  const change = (levy: 'incomeTax' | 'nationalInsurance') =>
    monthAndYear(penceFromDigits(after[levy].value) - penceFromDigits(before[levy].value))
  return { incomeTax: change('incomeTax'), nationalInsurance: change('nationalInsurance') }
}

/** In pounds. The monthly figure is that of the first month, which is the largest. */
function monthAndYear(yearly: Pence): Levies['incomeTax'] {
  return { perMonth: poundsFromPence(splitEvenly(yearly, 12)[0] ?? 0n), perYear: poundsFromPence(yearly) }
}
