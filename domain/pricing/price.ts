import type { Pence } from '../../contract/money.ts'
import {
  type Context,
  type CoverSoFar,
  type DecidedCover,
  type NoPriceReason,
  NotPriced,
  type PriceRequest,
} from './price-context.ts'
import type { PartnerQuote } from './cost-engine.ts'
import type { MethodPrice } from './method-price.ts'
import type { PriceComponent, TaxedAs } from '../definition/price-methods.ts'
import { penceFromDigits } from './money.ts'
import { openAllowance, payFromAllowance, type AllowanceShare } from './flex-allowance.ts'
import { monthlyAmount, amountsOf, inPaysOfYear, priceParts, amountsPerPeriod, yearlySum } from './price-parts.ts'
import { priceByMethod } from './price-by-method.ts'
import { priceMessages } from './price.messages.ts'
import { Derivation, type Trace, type TracedFigure } from './trace.ts'
import { splitBetweenPayers } from './split-between-payers.ts'
import type { AllowanceInUse } from './available-allowance.ts'
import type { PricePart } from './spread-over-pay-days.ts'

/** Amounts in pence. Monthly amounts are those of the first month, which has the largest shares. */
export type Price = {
  employeeYearly: Pence
  employerYearly: Pence
  employeeMonthly: Pence
  employerMonthly: Pence
  employeePerPeriod: Pence[]
  employerPerPeriod: Pence[]
  orderTotal?: Pence
  /** Sum insured: `selected`, and `effective`, which is in force and charged while the rest awaits medical evidence. */
  cover?: CoverSoFar
  partnerCover?: CoverSoFar
  decidedCover?: DecidedCover
  pot?: AllowanceShare
  parts: PricePart[]
  /** The rate at which a pension provider claims tax relief on the employee's contribution, in percent. */
  reliefAtSource?: { percent: string }
  taxableValues?: TaxableValue[]
  quotes?: PartnerQuote[]
  trace: Trace
}
type TaxableValue = { label: string; as: TaxedAs; value: Pence }
export type PriceOutcome =
  | { outcome: 'priced'; price: Price }
  | { outcome: 'not-priced'; reason: NoPriceReason; sentence: string; field?: string }

/** Prices a choice with its derivation, without clock or database. If there is no price, returns a sentence, never 0. */
export function priceSelection(request: PriceRequest): PriceOutcome {
  try {
    return { outcome: 'priced', price: priced(request) }
  } catch (failure) {
    if (!(failure instanceof NotPriced)) throw failure
    const { reason, message: sentence, field } = failure
    return { outcome: 'not-priced', reason, sentence, ...(field !== undefined && { field }) }
  }
}

function priced(request: PriceRequest): Price {
  const context: Context = {
    ...request,
    derivation: new Derivation(),
    cover: { employee: noCover(), partner: noCover() },
    earlier: noParts(),
    quotes: [],
  }
  const { definition, pot: allowance } = request
  const opened = allowance && openAllowance(context, allowance)
  if (opened && definition.pot) context.potLeft = opened.left
  let left = opened?.left
  const isShared = definition.pot === undefined && left !== undefined && penceFromDigits(left.value) > 0n
  const taxableValues: TaxableValue[] = []
  const owed = definition.price.flatMap((component) => {
    const usual = priceByMethod(context, component)
    if (!usual) return []
    const amount = isShared ? inPaysOfYear(context, usual) : usual
    if (component.taxableValue) taxableValues.push(taxableValue(context, component.taxableValue))
    const sides = splitBetweenPayers(context, component, {
      yearly: amount.yearly,
      upTo: ({ tier, values }) => {
        const offered = priceByMethod(asIf(context, tier, values), component)
        return offered && (isShared ? inPaysOfYear(context, offered) : offered).yearly
      },
    })
    const employer = amountsOf(context, 'employer', sides.employer, amount)
    const { employee } = sides
    if (!allowance || !left || !employee || !isPaidByAllowance(definition, amount, left))
      return [...amountsOf(context, 'employee', employee, amount), ...employer]
    const paid = payFromAllowance(context, { pot: allowance, left, employee, label: component.label })
    left = paid.left
    return [
      ...amountsOf(context, 'employee', paid.employee, amount),
      ...employer,
      ...amountsOf(context, 'employer', paid.pays, amount),
    ]
  })

  const answers = {
    employeeYearly: yearlySum(context, owed, 'employee'),
    employerYearly: yearlySum(context, owed, 'employer'),
  }
  const parts = priceParts(context, owed)
  const reliefAtSource = reliefOf(context, answers.employeeYearly, parts)
  const order = parts.filter(({ spread, total }) => spread.kind === 'instalments' && total !== 0n)
  return {
    employeeYearly: penceFromDigits(answers.employeeYearly.value),
    employerYearly: penceFromDigits(answers.employerYearly.value),
    employeeMonthly: monthlyAmount(parts, 'employee', request.facts.payPeriods),
    employerMonthly: monthlyAmount(parts, 'employer', request.facts.payPeriods),
    employeePerPeriod: amountsPerPeriod(parts, 'employee'),
    employerPerPeriod: amountsPerPeriod(parts, 'employer'),
    ...(order.length > 0 && { orderTotal: order.reduce((sum, part) => sum + part.total, 0n) }),
    ...(context.cover.employee.selected > 0n && { cover: context.cover.employee }),
    ...(context.cover.partner.selected > 0n && { partnerCover: context.cover.partner }),
    ...(request.decidedCover && { decidedCover: request.decidedCover }),
    ...(allowance &&
      opened &&
      left && { pot: shareOfPot(allowance, { ...opened, after: left, isPot: definition.pot !== undefined }) }),
    parts,
    ...(reliefAtSource && { reliefAtSource }),
    ...(taxableValues.length > 0 && { taxableValues }),
    ...(context.quotes.length > 0 && { quotes: context.quotes }),
    trace: {
      steps: context.derivation.steps,
      answers: { employeeYearly: answers.employeeYearly.step, employerYearly: answers.employerYearly.step },
    },
  }
}

function reliefOf(context: Context, whole: TracedFigure, parts: readonly PricePart[]): Price['reliefAtSource'] {
  const percent = context.facts.basicRate
  if (!parts.some(({ taxMethod, total }) => taxMethod === 'relief-at-source' && total !== 0n)) return undefined
  if (percent === undefined) throw new Error('A price with relief at source needs the basic rate')
  const law = { source: priceMessages.reliefAtSourceLaw, effectiveDate: context.on }
  const { derivation } = context
  const rate = derivation.given(priceMessages.basicRate, percent, 'percent', law)
  const relief = derivation.step({
    rule: 'percent-of',
    label: priceMessages.reliefAtSource,
    inputs: [whole, rate],
    ...law,
  })
  derivation.step({ rule: 'less', label: priceMessages.takenFromPay, inputs: [whole, relief], ...law })
  return { percent }
}

function taxableValue(
  { definition, choice }: Context,
  { as, option }: NonNullable<PriceComponent['taxableValue']>,
): TaxableValue {
  const label = definition.options.find(({ code }) => code === option)?.label ?? option
  return { label, as, value: penceFromDigits(choice.values[option] ?? '0') }
}

/** The flex allowance pays recurring charges until it is used up, but not fixed totals, sold days or its own payout. */
function isPaidByAllowance(
  { pot: allowance }: PriceRequest['definition'],
  { spread, sold }: MethodPrice,
  left: TracedFigure,
): boolean {
  return allowance === undefined && spread.kind === 'recurring' && !sold && penceFromDigits(left.value) > 0n
}

function shareOfPot(
  { name }: AllowanceInUse,
  { whole, left, after, isPot }: { whole: TracedFigure; left: TracedFigure; after: TracedFigure; isPot: boolean },
): AllowanceShare {
  const [all, before, rest] = [whole, left, after].map(({ value }) => penceFromDigits(value))
  const [wholePence, leftBefore, leftAfter] = [all ?? 0n, before ?? 0n, rest ?? 0n]
  return { name, whole: wholePence, paid: (isPot ? wholePence : leftBefore) - leftAfter, left: leftAfter }
}

function asIf(context: Context, tier: Context['tier'], values: Record<string, string>): Context {
  return {
    ...context,
    ...(tier && { tier }),
    choice: { ...context.choice, values: { ...context.choice.values, ...values } },
    cover: { employee: noCover(), partner: noCover() },
    earlier: noParts(),
  }
}

function noParts(): Context['earlier'] {
  return { quantities: [], covers: [] }
}

function noCover(): CoverSoFar {
  return { selected: 0n, effective: 0n }
}
