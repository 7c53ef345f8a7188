import type { Pence } from '../../contract/money.ts'
import type { TaxMethod } from '../definition/definition.ts'
import type { Spread } from './method-price.ts'
import { digitsFromPence, penceFromDigits, splitEvenly } from './money.ts'
import { priceMessages } from './price.messages.ts'
import type { DeductedTotal } from './deductions-to-date.rules.ts'
import type { Derivation, Source, TracedFigure } from './trace.ts'

/** A payer's amount in pence, negative if paid to the employee: `total` for a year or an order, `shares` for each pay day. */
export type PricePart = {
  payer: 'employee' | 'employer'
  taxMethod: TaxMethod
  payCode: string
  total: Pence
  spread: Spread
  shares: Pence[]
  /** Deductions so far from a fixed total. With `shares` they add up to `total`. */
  taken?: { amount: Pence; pays: number }
}

export type UnsplitAmount = Omit<PricePart, 'total' | 'shares' | 'taken'> & { total: TracedFigure; payDays: number }

export type SpreadRequest = {
  payPeriods: number
  payDaysLeft: number
  taken: readonly DeductedTotal[]
  scheme: Source
  employment: Source
}

export function spreadAmounts(
  derivation: Derivation,
  wholes: readonly UnsplitAmount[],
  spreading: SpreadRequest,
): PricePart[] {
  const takenOf = ({ payer, payCode }: Pick<UnsplitAmount, 'payer' | 'payCode'>) =>
    spreading.taken.find((one) => one.payer === payer && one.payCode === payCode)
  const parts = wholes.map((whole) => spreadWhole(derivation, whole, takenOf(whole), spreading))
  const dropped = spreading.taken.filter(
    (one) => one.amount !== 0n && !parts.some(({ payer, payCode }) => payer === one.payer && payCode === one.payCode),
  )
  return [...parts, ...dropped.map((one) => reversal(derivation, one, spreading))]
}

function spreadWhole(
  derivation: Derivation,
  { total, payDays, ...treatment }: UnsplitAmount,
  before: DeductedTotal | undefined,
  spreading: SpreadRequest,
): PricePart {
  const { payer, spread } = treatment
  const deducted = spread.kind === 'recurring' || before?.pays === 0 ? undefined : before
  const due = deducted
    ? derivation.step({
        rule: 'still-due',
        label: priceMessages.stillDue,
        inputs: [total, takenStep(derivation, deducted, spreading)],
        ...spreading.scheme,
      })
    : total
  const count = payDaysOf(spread, { ...spreading, payDays, pays: deducted?.pays ?? 0 })
  const isUnusual = spread.kind === 'recurring' && count !== spreading.payPeriods
  shareOf(derivation, { payer, due, count, isUnusual }, spreading)
  return {
    ...treatment,
    total: penceFromDigits(total.value),
    shares: splitEvenly(penceFromDigits(due.value), count),
    ...(deducted && { taken: { amount: deducted.amount, pays: deducted.pays } }),
  }
}

function reversal(derivation: Derivation, before: DeductedTotal, spreading: SpreadRequest): PricePart {
  const { amount, pays, ...treatment } = before
  const due = derivation.step({
    rule: 'paid-to-you',
    label: amount > 0n ? priceMessages.givenBack : priceMessages.takenBack,
    inputs: [takenStep(derivation, before, spreading)],
    ...spreading.scheme,
  })
  const count = payDaysOf(before.spread, { ...spreading, payDays: 1, pays })
  shareOf(derivation, { payer: before.payer, due, count }, spreading)
  return { ...treatment, total: 0n, shares: splitEvenly(penceFromDigits(due.value), count), taken: { amount, pays } }
}

function takenStep(
  derivation: Derivation,
  { amount, pays }: DeductedTotal,
  { employment }: SpreadRequest,
): TracedFigure {
  const label = amount < 0n ? priceMessages.alreadyPaid(pays) : priceMessages.alreadyTaken(pays)
  return derivation.given(label, digitsFromPence(amount), 'pounds', { ...employment, source: priceMessages.pay })
}

function payDaysOf(
  spread: Spread,
  {
    payDays,
    payDaysLeft,
    pays,
  }: Pick<UnsplitAmount, 'payDays'> & Pick<SpreadRequest, 'payDaysLeft'> & { pays: number },
): number {
  if (spread.kind === 'instalments') return Math.max(1, spread.count - pays)
  return spread.kind === 'rest-of-year' ? payDaysLeft : payDays
}

function shareOf(
  derivation: Derivation,
  {
    payer,
    due,
    count,
    isUnusual = false,
  }: { payer: UnsplitAmount['payer']; due: TracedFigure; count: number; isUnusual?: boolean },
  { payPeriods, scheme, employment }: SpreadRequest,
): void {
  const counted = isUnusual ? priceMessages.periodsBegun : priceMessages.payDaysSpread
  const days = derivation.given(counted, String(count), 'number', employment)
  const label =
    payer === 'employer' ? priceMessages.employerPerPayDay : priceMessages.employeePerPayDay(payPeriods === 12)
  derivation.step({ rule: 'share', label, inputs: [due, days], ...scheme })
}
