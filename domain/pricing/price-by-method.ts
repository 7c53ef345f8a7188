import type { PriceComponent, PriceMethodOf } from '../definition/price-methods.ts'
import { priceAgeBanded } from './age-banded.ts'
import { chargedCover, quantityOf } from './charged-cover.ts'
import { deductedForOrder } from './deductions-to-date.rules.ts'
import { priceAllowance } from './flex-allowance.ts'
import type { MethodPrice } from './method-price.ts'
import { digitsFromPence } from './money.ts'
import { priceQuoted } from './partner-price.ts'
import { premiumFor } from './premium.ts'
import {
  chosenCode,
  chosenLabels,
  chosenNumber,
  type Context,
  NotPriced,
  peopleCovered,
  recordRate,
  salaryOf,
  schemeSource,
  tierOf,
  yearlyAmount,
} from './price-context.ts'
import { priceMessages } from './price.messages.ts'
import { compareDecimals } from './rational.ts'
import type { TracedFigure } from './trace.ts'

/** Returns undefined for a component without a price, such as a spouse's cover without a spouse. */
export function priceByMethod(context: Context, { code, price }: PriceComponent): MethodPrice | undefined {
  switch (price.method) {
    case 'flat':
      return priceFlat(context, price)
    case 'tier':
      return priceTier(context, price)
    case 'unit-rate':
      return priceUnitRate(context, price)
    case 'age-banded':
      return priceAgeBanded(context, price)
    case 'percentage':
      return pricePercentage(context, price)
    case 'days':
      return priceDays(context, price)
    case 'order':
      return priceOrder(context, price)
    case 'quoted':
      return priceQuoted(context, code, price)
    case 'pot':
      return priceAllowance(context)
  }
}

function priceFlat(context: Context, price: PriceMethodOf<'flat'>): MethodPrice {
  return { yearly: yearlyAmount(context, amountOf(context, price.amount), price.every), spread: { kind: 'recurring' } }
}

function amountOf(context: Context, amount: PriceMethodOf<'flat'>['amount']): TracedFigure {
  if ('fixed' in amount)
    return context.derivation.given(priceMessages.amount, amount.fixed.toFixed(2), 'pounds', schemeSource(context))
  if ('option' in amount) return chosenNumber(context, amount.option)
  const keys = Object.fromEntries(amount.by.map((option) => [option, chosenCode(context, option)]))
  return recordRate(context, {
    code: amount.rates,
    keys,
    column: amount.column,
    label: priceMessages.amountOf(chosenLabels(context, amount.by)),
    unit: 'pounds',
  })
}

function priceTier(context: Context, price: PriceMethodOf<'tier'>): MethodPrice {
  const tier = context.tier ?? tierOf(peopleCovered(context))
  const keys = { tier, ...Object.fromEntries(price.by.map((option) => [option, chosenCode(context, option)])) }
  const amount = recordRate(context, {
    code: price.rates,
    keys,
    column: price.column,
    label: priceMessages.amountFor(chosenLabels(context, price.by), priceMessages.tier[tier], price.includes),
    unit: 'pounds',
  })
  return { yearly: yearlyAmount(context, amount, price.every), spread: { kind: 'recurring' } }
}

function priceUnitRate(context: Context, price: PriceMethodOf<'unit-rate'>): MethodPrice {
  const cover = chargedCover(context, price.cover, 'employee')
  const rate = recordRate(context, {
    code: price.rates,
    keys: {},
    column: price.column,
    label: priceMessages.rate(price.per),
    unit: 'rate',
  })
  return {
    yearly: premiumFor(context, {
      cover,
      rate,
      of: ['employee', price.rates, price.column].join(' '),
      per: price.per,
      every: price.every,
    }),
    spread: { kind: 'recurring' },
  }
}

function pricePercentage(context: Context, price: PriceMethodOf<'percentage'>): MethodPrice {
  const percent = price.match
    ? matchedPercent(context, price.match)
    : quantityOf(context, price.percent ?? '0', { label: priceMessages.percent, unit: 'percent' })
  const salary = salaryOf(context, price.salary, digitsFromPence)
  const yearly = context.derivation.step({
    rule: 'percent-of',
    label: priceMessages.amount,
    inputs: [salary, percent],
    ...schemeSource(context),
  })
  return { yearly, spread: { kind: 'recurring' }, ofEachPay: true }
}

function matchedPercent(context: Context, match: NonNullable<PriceMethodOf<'percentage'>['match']>): TracedFigure {
  const own = chosenNumber(context, match.option).value
  const reached = match.steps
    .filter((step) => compareDecimals(step.from, own) <= 0)
    .toSorted((a, b) => compareDecimals(b.from, a.from))[0]
  return context.derivation.given(
    priceMessages.matched(own),
    reached?.employer ?? '0',
    'percent',
    schemeSource(context),
  )
}

/** Prices holiday bought or sold: salary / working days × days, regardless of hours. Five days at £45,000 are £865.38. */
function priceDays(context: Context, price: PriceMethodOf<'days'>): MethodPrice {
  const sold = chosenCode(context, price.trade) === 'sell'
  const option = sold ? price.sellDays : price.buyDays
  if (!option) throw new NotPriced('choice-incomplete', priceMessages.chooseFirst(price.trade))

  const { derivation } = context
  const scheme = schemeSource(context)
  const days = chosenNumber(context, option)
  const salary = salaryOf(context, price.salary, digitsFromPence)
  const workingDays = derivation.given(priceMessages.workingDays, String(price.workingDays), 'days', scheme)
  const yearly = derivation.step({
    rule: 'value-of-days',
    label: sold ? priceMessages.daysSold : priceMessages.daysBought,
    inputs: [salary, workingDays, days],
    ...scheme,
  })
  return { yearly, spread: { kind: 'rest-of-year' }, sold }
}

function priceOrder(context: Context, price: PriceMethodOf<'order'>): MethodPrice {
  const value = chosenNumber(context, price.option)
  if (price.spread === 'each-month')
    return { yearly: yearlyAmount(context, value, 'month'), spread: { kind: 'recurring' } }

  const { derivation, facts, on } = context
  const scheme = schemeSource(context)
  const months = derivation.given(priceMessages.monthsOfHire, String(price.spread.instalments), 'number', scheme)
  const payDays = derivation.given(priceMessages.payDays, String(facts.payPeriods), 'number', {
    source: priceMessages.employmentFacts,
    effectiveDate: on,
  })
  const instalments = derivation.step({
    rule: 'pay-days-of-hire',
    label: priceMessages.instalments,
    unit: 'number',
    inputs: [months, payDays],
    ...scheme,
  })
  const { payDaysInEmployment } = context
  const reached =
    payDaysInEmployment === undefined
      ? instalments
      : derivation.step({
          rule: 'smaller-of',
          label: priceMessages.instalmentsInEmployment,
          unit: 'number',
          inputs: [
            instalments,
            derivation.given(priceMessages.payDaysInEmployment, String(Math.max(1, payDaysInEmployment)), 'number', {
              source: priceMessages.employmentFacts,
              effectiveDate: on,
            }),
          ],
          ...scheme,
        })
  const yearly = derivation.step({
    rule: 'within-a-year',
    label: priceMessages.withinAYear,
    inputs: [value, reached, payDays, ...deductedForOrder(context.taken ?? [])],
    ...scheme,
  })
  return { yearly, spread: { kind: 'instalments', count: Number(reached.value) }, orderTotal: value }
}
