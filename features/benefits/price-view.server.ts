import type { IsoDate } from '../../contract/dates.ts'
import { poundsFromPence, showPounds } from '../../contract/money.ts'
import type { PriceView } from './benefits.contract.ts'
import type { Price } from './pricing/price.ts'
import { selectionViewMessages } from './selection-view.messages.ts'
import { showNumber } from './setup.rules.ts'
import type { TraceStep } from './trace-step.contract.ts'
import type { PenceDigits, StoredPrice } from './stored-price.ts'

/** A price as it is kept with a selection version. */
export function storedPrice(price: Price, payPeriods: number): StoredPrice {
  return {
    employeeYearly: String(price.employeeYearly),
    employerYearly: String(price.employerYearly),
    employeeMonthly: String(price.employeeMonthly),
    employerMonthly: String(price.employerMonthly),
    employeePerPeriod: price.employeePerPeriod.map(String),
    employerPerPeriod: price.employerPerPeriod.map(String),
    orderTotal: price.orderTotal === undefined ? null : String(price.orderTotal),
    cover: price.cover ? { selected: String(price.cover.selected), effective: String(price.cover.effective) } : null,
    payPeriods,
    parts: price.parts.map((part) => ({ ...part, total: String(part.total), shares: part.shares.map(String) })),
    trace: price.trace,
  }
}

/** A price for the wire: here pence become pounds, and nowhere else. */
export function priceView(price: StoredPrice): PriceView {
  return {
    employee: {
      perPeriod: inPounds(price.employeePerPeriod[0] ?? '0'),
      perMonth: inPounds(price.employeeMonthly),
      perYear: inPounds(price.employeeYearly),
    },
    employer: {
      perPeriod: inPounds(price.employerPerPeriod[0] ?? '0'),
      perMonth: inPounds(price.employerMonthly),
      perYear: inPounds(price.employerYearly),
    },
    periodsPerYear: price.payPeriods,
    order: orderOf(price),
    cover: price.cover && inPounds(price.cover.selected),
    taxMethod: taxMethodOf(price),
    trace: price.trace.steps.map(stepView),
  }
}

export function inPounds(digits: PenceDigits): number {
  return poundsFromPence(BigInt(digits))
}

/** Cover above the free cover limit, while it waits for medical evidence. */
export function isLimited({ cover }: StoredPrice): boolean {
  return cover !== null && BigInt(cover.effective) < BigInt(cover.selected)
}

function orderOf({ orderTotal, parts }: StoredPrice): PriceView['order'] {
  const order = parts.find((part) => part.spread.kind === 'instalments')
  const last = order?.shares.at(-1)
  if (orderTotal === null || !order || last === undefined) return null
  return { total: inPounds(orderTotal), instalments: order.shares.length, lastInstalment: inPounds(last) }
}

/** How the employee's part reaches pay; the employer's where the employee pays nothing. */
function taxMethodOf({ parts }: StoredPrice): string {
  const part = parts.find(({ payer }) => payer === 'employee') ?? parts[0]
  return part ? selectionViewMessages.taxMethod[part.taxMethod] : ''
}

/** A step for the wire, its figures as people read them. */
export function stepView({
  rule,
  label,
  inputs,
  output,
  source,
  effectiveDate,
}: StoredPrice['trace']['steps'][number]): TraceStep {
  return {
    rule,
    label,
    inputs: inputs.map((input) => ({ label: input.label, value: inWords(input) })),
    output: inWords(output),
    source,
    // Written by the rules as a date.
    effectiveDate: effectiveDate as IsoDate,
  }
}

function inWords({ value, unit }: { value: string; unit: string }): string {
  switch (unit) {
    case 'pounds':
      return showPounds(Number(value))
    case 'percent':
    case 'multiple':
    case 'days':
      return showNumber({ unit }, Number(value))
    case 'years':
      return selectionViewMessages.years(value)
    case 'rate':
      return `£${value}`
    default:
      return value
  }
}
