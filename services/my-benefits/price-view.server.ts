import { type Pence, poundsFromPence, showPence } from '../../contract/money.ts'
import type { PriceView } from '../../domain/selections/benefits.contract.ts'
import { storedDecisions } from './decided-cover.rules.ts'
import type { CoverSoFar } from '../../domain/pricing/price-context.ts'
import type { AllowanceShare } from '../../domain/pricing/flex-allowance.ts'
import type { Price } from '../../domain/pricing/price.ts'
import { selectionViewMessages as say } from './selection-view.messages.ts'
import type { PenceDigits, StoredCover, StoredPrice, StoredPricePart } from '../../domain/selections/stored-price.ts'
import { reliefAtSource } from '../../domain/tax/relief-at-source.rules.ts'
import { deductedFromEmployee } from './deductions-before.rules.ts'
import { traceStepView } from './trace-view.rules.ts'
import type { PricePart } from '../../domain/pricing/spread-over-pay-days.ts'

export function storedPrice(price: Price, payPeriods: number): StoredPrice {
  return {
    employeeYearly: String(price.employeeYearly),
    employerYearly: String(price.employerYearly),
    employeeMonthly: String(price.employeeMonthly),
    employerMonthly: String(price.employerMonthly),
    employeePerPeriod: price.employeePerPeriod.map(String),
    employerPerPeriod: price.employerPerPeriod.map(String),
    orderTotal: price.orderTotal === undefined ? null : String(price.orderTotal),
    cover: price.cover ? storedCover(price.cover) : null,
    ...(price.partnerCover && { partnerCover: storedCover(price.partnerCover) }),
    ...(price.decidedCover && { decidedCover: storedDecisions(price.decidedCover) }),
    ...(price.pot && { pot: storedShare(price.pot) }),
    payPeriods,
    parts: price.parts.map(storedPart),
    ...(price.reliefAtSource && { reliefAtSource: price.reliefAtSource }),
    ...(price.taxableValues && {
      taxableValues: price.taxableValues.map((one) => ({ ...one, value: String(one.value) })),
    }),
    ...(price.quotes && { quotes: price.quotes }),
    trace: price.trace,
  }
}

function storedCover({ selected, effective }: CoverSoFar): StoredCover {
  return { selected: String(selected), effective: String(effective) }
}

function storedShare({ name, whole, paid, left }: AllowanceShare): NonNullable<StoredPrice['pot']> {
  return { name, whole: String(whole), paid: String(paid), left: String(left) }
}

export function storedPart({ taken: deducted, ...part }: PricePart): StoredPricePart {
  return {
    ...part,
    total: String(part.total),
    shares: part.shares.map(String),
    ...(deducted && { taken: { amount: String(deducted.amount), pays: deducted.pays } }),
  }
}

export function priceView(price: StoredPrice): PriceView {
  const deducted = deductedFromEmployee(price)
  return {
    ...costOfBothPayers(price),
    periodsPerYear: price.payPeriods,
    order: orderOf(price),
    taken: deducted === null ? null : poundsFromPence(deducted),
    spread: spreadInWords(price),
    pot: allowanceText(price),
    cover: price.cover && poundsOf(price.cover.selected),
    coverNow: price.cover && poundsOf(price.cover.effective),
    evidence: evidenceOf(price),
    taxMethod: taxMethodOf(price),
    trace: price.trace.steps.map(traceStepView),
  }
}

export function costOfBothPayers(price: StoredPrice): Pick<PriceView, 'employee' | 'employer'> {
  return {
    employee: {
      perPeriod: poundsOf(price.employeePerPeriod[0] ?? '0'),
      perMonth: poundsOf(price.employeeMonthly),
      perYear: poundsOf(price.employeeYearly),
    },
    employer: {
      perPeriod: poundsOf(price.employerPerPeriod[0] ?? '0'),
      perMonth: poundsOf(price.employerMonthly),
      perYear: poundsOf(price.employerYearly),
    },
  }
}

/** Returns amounts of pay days, '4 × £83.34, then 8 × £83.33'; the employer's if the employee pays nothing. */
export function payDaysInWords({ employeePerPeriod, employerPerPeriod }: StoredPrice): string | null {
  const amounts = [employeePerPeriod, employerPerPeriod].find((side) => side.some((amount) => amount !== '0'))
  if (!amounts) return null
  const runs: { amount: PenceDigits; count: number }[] = []
  for (const amount of amounts) {
    const last = runs.at(-1)
    if (last?.amount === amount) last.count++
    else runs.push({ amount, count: 1 })
  }
  const shown = runs.map(({ amount, count }) => say.spread.times(count, showPence(unsigned(BigInt(amount)))))
  return shown.join(say.spread.separator)
}

function unsigned(pence: Pence): Pence {
  return pence < 0n ? -pence : pence
}

export function poundsOf(digits: PenceDigits): number {
  return poundsFromPence(BigInt(digits))
}

export function isLimited({ cover }: Pick<StoredPrice, 'cover'>): boolean {
  return cover !== null && BigInt(cover.effective) < BigInt(cover.selected)
}

function evidenceOf({ cover, decidedCover }: StoredPrice): PriceView['evidence'] {
  if (cover === null || !isLimited({ cover })) return 'not-needed'
  return BigInt(decidedCover?.employee?.asked ?? 0) < BigInt(cover.selected) ? 'awaited' : 'decided'
}

function orderOf({ orderTotal, parts }: StoredPrice): PriceView['order'] {
  const order = parts.find(({ spread, total }) => spread.kind === 'instalments' && total !== '0')
  if (orderTotal === null || !order) return null
  return { total: poundsOf(orderTotal), instalments: order.shares.length }
}

export function allowanceText({ pot: allowance }: StoredPrice, after?: StoredPrice['pot']): string | null {
  if (!allowance) return null
  const left = after ? showPence(BigInt(after.left)) : null
  return allowance.paid === '0'
    ? say.pot.spent(allowance.name)
    : say.pot.pays(allowance.name, showPence(BigInt(allowance.paid)), left)
}

function spreadInWords(price: StoredPrice): string | null {
  const { parts, payPeriods } = price
  const pays = payDaysInWords(price)
  const fixed = parts.filter(({ spread }) => spread.kind !== 'recurring')
  if (fixed.length === 0) {
    const { employeePerPeriod: amounts } = price
    return amounts.length === payPeriods && new Set(amounts).size <= 1 ? null : pays
  }
  if (pays === null) return null
  const { taken: deducted } = fixed.find((one) => one.taken) ?? {}
  if (!deducted) return pays
  const amount = BigInt(deducted.amount)
  return amount < 0n
    ? say.spread.paid(pays, showPence(-amount), deducted.pays)
    : say.spread.taken(pays, showPence(amount), deducted.pays)
}

function taxMethodOf({ parts, reliefAtSource: atSource, ...price }: StoredPrice): string {
  if (atSource) {
    const whole = BigInt(price.employeePerPeriod[0] ?? '0')
    const relief = reliefAtSource(whole, atSource.percent)
    const each = say.each[price.payPeriods === 12 ? 'month' : 'payDay']
    return say.reliefAtSource({
      each,
      fromPay: showPence(whole - relief),
      relief: showPence(relief),
      percent: atSource.percent,
    })
  }
  const part = parts.find(({ payer }) => payer === 'employee') ?? parts[0]
  return part ? say.taxMethod[part.taxMethod] : ''
}
