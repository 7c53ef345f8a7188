import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { BenefitDefinition } from '../definition/definition.ts'
import type { Choice } from '../definition/options.ts'
import type { PersonFacts } from '../pricing/price-facts.ts'
import type { Price, PriceOutcome } from '../pricing/price.ts'
import type { StoredPrice } from './stored-price.ts'
import { type CappedValue, isOrder, isMinimumRaised, renewalOf, renewedValues } from './renewal.rules.ts'

/** Why an employee must agree before a benefit continues. Without an answer, deductions do not increase. */
export type ConsentReason = 'employee-pays' | 'tax-method' | 'terms'

export type NewYearEffect =
  | { kind: 'continues'; choice: Choice; price: Price; capped: readonly CappedValue[] }
  /** `keeps` is employer-paid cover that continues without an answer. If it is missing, the benefit ends. */
  | { kind: 'asked'; because: ConsentReason; lastDay: IsoDate; keeps?: { choice: Choice; price: Price } }
  | { kind: 'ends'; lastDay: IsoDate; because: 'year' | 'withdrawn' }
  /** There is no new price: the previous version remains in force until there is one. */
  | { kind: 'not-priced'; choice: Choice; sentence: string }
  /** An order, or cover that is withdrawn on a later day. */
  | { kind: 'unchanged' }

export type NewYearRequest = {
  before: BenefitDefinition
  after: { definition: BenefitDefinition; withdrawn?: boolean } | undefined
  from: IsoDate
  held: { choice: Choice; price: StoredPrice | null }
  facts: PersonFacts
  termsAccepted: boolean
  price: (choice: Choice) => PriceOutcome
  raise?: (choice: Choice) => { choice: Choice; mayCost: (price: Price) => boolean } | undefined
}

export function newYearEffect(request: NewYearRequest): NewYearEffect {
  const { before, after, from, held: current, facts } = request
  const lastDay = addDays(from, -1)
  if (isOrder(before)) return { kind: 'unchanged' }
  if (after === undefined || after.withdrawn) {
    // The value is a date, because applying the folder has replaced relative days.
    const ends = (after?.definition.ends ?? lastDay) as IsoDate
    return ends < from ? { kind: 'ends', lastDay: ends, because: 'withdrawn' } : { kind: 'unchanged' }
  }
  if (renewalOf(after.definition) === 'end') return { kind: 'ends', lastDay, because: 'year' }

  const { values, capped: changed } = renewedValues(current.choice.values, { before, after: after.definition, facts })
  const allowed = pricedOnDay({ ...current.choice, values }, request)
  // Employees must agree to pay a higher minimum. Without their agreement the current value remains.
  const raised = changed.filter(isMinimumRaised)
  const asHeld = { ...values, ...Object.fromEntries(raised.map(({ option, from: value }) => [option, value])) }
  const keepsAmount = raised.length > 0 && costsMore(allowed.outcome, current.price)
  const { choice, outcome } = keepsAmount ? pricedOnDay({ ...current.choice, values: asHeld }, request) : allowed
  const capped = keepsAmount ? changed.filter((one) => !isMinimumRaised(one)) : changed
  if (outcome.outcome !== 'priced') return { kind: 'not-priced', choice, sentence: outcome.sentence }
  const because = consentNeeded(request, after.definition, outcome.price)
  if (because === undefined) return { kind: 'continues', choice, price: outcome.price, capped }
  const keeps = freeOfCharge(after.definition, choice, request.price)
  return { kind: 'asked', because, lastDay, ...(keeps && { keeps }) }
}

function costsMore(outcome: PriceOutcome, current: StoredPrice | null): boolean {
  return outcome.outcome === 'priced' && outcome.price.employeeYearly > BigInt(current?.employeeYearly ?? '0')
}

function pricedOnDay(choice: Choice, { price, raise }: NewYearRequest): { choice: Choice; outcome: PriceOutcome } {
  const higher = raise?.(choice)
  const outcome = higher && price(higher.choice)
  if (outcome?.outcome === 'priced' && higher?.mayCost(outcome.price)) return { choice: higher.choice, outcome }
  return { choice, outcome: price(choice) }
}

/** Returns why a dearer price needs consent: Employment Rights Act 1996 s 13; for a sacrifice, HMRC EIM42753 and EIM42765. */
function consentNeeded(
  { before, held: current, termsAccepted }: NewYearRequest,
  after: BenefitDefinition,
  price: Price,
): ConsentReason | undefined {
  if (after.terms?.needsConsent && !termsAccepted) return 'terms'
  if (price.employeeYearly <= 0n) return undefined
  if (current.price !== null && BigInt(current.price.employeeYearly) <= 0n) return 'employee-pays'
  return before.pay.employee?.taxMethod === after.pay.employee?.taxMethod ? undefined : 'tax-method'
}

function freeOfCharge(
  { coreChoice, price: parts }: BenefitDefinition,
  choice: Choice,
  price: NewYearRequest['price'],
): { choice: Choice; price: Price } | undefined {
  const paidByEmployer = parts.flatMap(({ paidBy }) =>
    typeof paidBy === 'object' && 'employerUpTo' in paidBy
      ? [{ values: { ...choice.values, ...paidBy.employerUpTo.values }, people: [] }]
      : [],
  )
  for (const candidate of [choice, ...(coreChoice ? [coreChoice] : []), ...paidByEmployer]) {
    const outcome = price(candidate)
    if (outcome.outcome === 'priced' && outcome.price.employeeYearly <= 0n && outcome.price.employerYearly > 0n)
      return { choice: candidate, price: outcome.price }
  }
  return undefined
}
