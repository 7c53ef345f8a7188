import type { Pence } from '../../contract/money.ts'
import { type Context, schemeSource } from './price-context.ts'
import type { MethodPrice } from './method-price.ts'
import { penceFromDigits, shareOf, splitEvenly } from './money.ts'
import { payDaysIn, payPeriodsBeginningIn } from './pay-days.rules.ts'
import { priceMessages } from './price.messages.ts'
import { type PricePart, spreadAmounts, type UnsplitAmount } from './spread-over-pay-days.ts'
import type { TracedFigure } from './trace.ts'

type SideAmount = UnsplitAmount & { yearly: TracedFigure }

export function amountsOf(
  context: Context,
  payer: PricePart['payer'],
  yearly: TracedFigure | undefined,
  { sold, spread, orderTotal, ofEachPay }: MethodPrice,
): SideAmount[] {
  const { pay } = context.definition
  const { facts, schemeYear } = context
  const treatment = sold ? pay.sold : pay[payer]
  if (!yearly || penceFromDigits(yearly.value) === 0n) return []
  // Checks of the definition require a tax method and pay code for each side that pays.
  if (!treatment) throw new Error(`The benefit '${context.definition.code}' does not say how the ${payer} pays`)
  const signed = sold
    ? context.derivation.step({
        rule: 'paid-to-you',
        label: priceMessages.employeeReceives,
        inputs: [yearly],
        ...schemeSource(context),
      })
    : yearly
  const payDays = ofEachPay ? facts.payPeriods : payPeriodsBeginningIn(schemeYear, facts)
  return [{ payer, ...treatment, spread, payDays, yearly: signed, total: orderTotal ?? signed }]
}

/**
 * Adds the extra pay day of a year of 53, 27 or 14 pay days to a price that is a percentage of each salary payment.
 * Without it, a flex allowance, which is a yearly amount, would pay out more than its total.
 */
export function inPaysOfYear(context: Context, price: MethodPrice): MethodPrice {
  const { derivation, facts, on, schemeYear } = context
  const { ofEachPay, yearly, ...rest } = price
  const payDays = payPeriodsBeginningIn(schemeYear, facts)
  if (!ofEachPay || payDays === facts.payPeriods) return price
  const employment = { source: priceMessages.employmentFacts, effectiveDate: on }
  const usual = derivation.givenOnce(priceMessages.payDays, String(facts.payPeriods), 'number', employment)
  const scheme = schemeSource(context)
  const extra = derivation.step({
    rule: 'share',
    label: priceMessages.partOfPay(payDays),
    inputs: [yearly, usual],
    ...scheme,
  })
  const label = priceMessages.onPayDays(yearly.label, payDays)
  return { ...rest, yearly: derivation.step({ rule: 'sum', label, inputs: [yearly, extra], ...scheme }) }
}

/** Adds amounts with the same payer, tax method, pay code and spread, because payroll deducts one amount for them. */
export function priceParts(context: Context, owed: SideAmount[]): PricePart[] {
  const groups = Map.groupBy(owed, ({ payer, taxMethod, payCode, spread, payDays }) => {
    const count = spread.kind === 'instalments' ? spread.count : spread.kind === 'recurring' ? payDays : ''
    return [payer, taxMethod, payCode, spread.kind, count].join(' ')
  })
  const wholes = [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { yearly: _yearly, ...whole } = first
    const totals = group.map(({ total }) => total)
    return [{ ...whole, total: totals.length > 1 ? addUp(context, whole.payer, totals) : whole.total }]
  })
  const { derivation, facts, on, schemeYear, payDaysLeft, taken: deducted } = context
  return spreadAmounts(derivation, wholes, {
    payPeriods: facts.payPeriods,
    payDaysLeft: payDaysLeft ?? payDaysIn(schemeYear, facts),
    taken: deducted ?? [],
    scheme: schemeSource(context),
    employment: { source: priceMessages.employmentFacts, effectiveDate: on },
  })
}

export function yearlySum(context: Context, owed: SideAmount[], payer: PricePart['payer']): TracedFigure {
  return addUp(
    context,
    payer,
    owed.filter((one) => one.payer === payer).map((one) => one.yearly),
  )
}

function addUp(context: Context, payer: PricePart['payer'], inputs: TracedFigure[]): TracedFigure {
  const label = payer === 'employee' ? priceMessages.employeeYearly : priceMessages.employerYearly
  return context.derivation.step({ rule: 'sum', label, inputs, ...schemeSource(context) })
}

/** Returns a payer's amount in the first month, in pence; an average month if pay is not monthly. */
export function monthlyAmount(parts: PricePart[], payer: PricePart['payer'], payPeriods: number): Pence {
  return parts
    .filter((part) => part.payer === payer)
    .reduce((sum, part) => sum + (payPeriods === 12 ? (part.shares[0] ?? 0n) : ofMonth(part, payPeriods)), 0n)
}

function ofMonth({ spread, total, taken: deducted, shares }: PricePart, payPeriods: number): Pence {
  if (spread.kind === 'recurring') return splitEvenly(total, 12)[0] ?? 0n
  const remaining = total - (deducted?.amount ?? 0n)
  // If pay days for less than a month remain, the first month is charged only the balance.
  const payDays = Math.min(payPeriods, 12 * shares.length)
  return shareOf(remaining, { parts: payDays, of: 12 * shares.length })
}

export function amountsPerPeriod(parts: PricePart[], payer: PricePart['payer']): Pence[] {
  const own = parts.filter((part) => part.payer === payer)
  const length = Math.max(0, ...own.map((part) => part.shares.length))
  const ofYear = Math.max(0, ...own.map(({ spread, shares }) => (spread.kind === 'recurring' ? shares.length : 0)))
  return Array.from({ length }, (_, index) =>
    own.reduce((sum, { spread, shares }) => {
      const shareIndex = spread.kind === 'recurring' && index < ofYear ? index % shares.length : index
      return sum + (shares[shareIndex] ?? 0n)
    }, 0n),
  )
}
