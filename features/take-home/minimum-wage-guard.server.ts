import { type IsoDate, showDate } from '../../contract/dates.ts'
import { type Pence, poundsFromPence, showPence } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import type { PayChange } from '../../domain/tax/gross-to-net.rules.ts'
import {
  checkMinimumWage,
  daysToCheckWage,
  minimumWageOfYear,
  payAfterSacrifice,
  payToRise,
  type WageCheck,
} from '../../domain/tax/minimum-wage.rules.ts'
import { belowMinimumWage, minimumWageUnknown } from '../../domain/selections/benefits.contract.ts'
import { yearlySacrifice, sacrificesLess, payChangesOf } from '../../domain/tax/pay-changes.rules.ts'
import { laterChanges } from '../../services/my-benefits/cover-in-force.server.ts'
import { traceStepView } from '../../services/my-benefits/trace-view.rules.ts'
import type { BenefitStatus } from '../../services/my-benefits/benefit-status.server.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import { payFactsIn, payChangesIn } from '../../services/benefits/take-home.server.ts'
import { takeHomeMessages as say } from '../../domain/tax/take-home.messages.ts'
import { lastDayPaid } from '../../services/my-benefits/last-day-paid.rules.ts'

/** Refuses a choice that leaves too little pay on any day, or with unknown pay or hours. */
export function requireMinimumWage(
  benefitStatus: BenefitStatus,
  price: StoredPrice,
  others: (day: IsoDate) => readonly PayChange[] = (day) =>
    payChangesIn(benefitStatus.scheme, [benefitStatus.benefit.id], day),
): void {
  if (!benefitStatus.benefit.definition.requires.includes('minimum-wage')) return
  const check = wageCheck(benefitStatus, price, others)
  if (check?.outcome === 'unknown')
    throw refuse(minimumWageUnknown, { body: { message: check.sentence, error: check.sentence } })
  if (check?.outcome === 'below') refuseBelow(check)
}

export function wageWarning(benefitStatus: BenefitStatus, price: StoredPrice): { warning?: string } {
  const warnings = [...pendingWageWarning(benefitStatus, price), ...payToRiseWarning(benefitStatus, price)]
  return warnings.length === 0 ? {} : { warning: warnings.join(' ') }
}

function payToRiseWarning({ benefit, scheme, effectiveFrom }: BenefitStatus, price: StoredPrice): string[] {
  if (!benefit.definition.requires.includes('minimum-wage') || yearlySacrifice(price) === 0n) return []
  const rise = payToRiseAfter(scheme, effectiveFrom)
  if (!rise) return []
  return [say.payToRise({ from: showDate(rise.on), floor: showPence(rise.floor), hours: rise.hours })]
}

function payToRiseAfter({ person, facts, taxTables: tables, year }: BenefitStatus['scheme'], after: IsoDate) {
  return payToRise({ ...person, facts }, { tables, after, upTo: lastDayPaid(facts, year) })
}

function pendingWageWarning(benefitStatus: BenefitStatus, price: StoredPrice): string[] {
  const { benefit, scheme, effectiveFrom } = benefitStatus
  const pending = scheme.benefits.filter(({ id, definition }) => {
    const selection = id === benefit.id ? undefined : scheme.selections.get(id)
    const waits = selection?.state === 'pending' || selection?.state === 'pending-change'
    return (
      waits && (definition.requires.includes('minimum-wage') || benefit.definition.requires.includes('minimum-wage'))
    )
  })
  if (pending.length === 0) return []
  const ids = new Set(pending.map(({ id }) => id))
  const approved = new Map(
    [...scheme.selections].map(([id, selection]) => [
      id,
      ids.has(id) ? { ...selection, running: selection.newest } : selection,
    ]),
  )
  const check = wageCheck(benefitStatus, price, (day) =>
    payChangesIn({ ...scheme, selections: approved }, [benefit.id], day),
  )
  if (check?.outcome !== 'below') return []
  const { weeklyHours } = payFactsIn(scheme, effectiveFrom)
  const warning = say.belowWithPending({
    pending: pending.map(({ definition: { name } }) => name).join(', '),
    payAfter: showPence(check.payAfter),
    floor: showPence(check.floor),
    hours: weeklyHours ?? '',
  })
  return [warning]
}

/**
 * Pence a year, on the first day that fails, else on the choice's first day. `rise`: a later day on which the minimum
 * wage will exceed today's pay. Undefined if no pay is given up, or if salary or hours are unknown.
 */
export function wageAfterChoice(
  benefitStatus: BenefitStatus,
  price: StoredPrice,
): { payAfter: Pence; floor: Pence; rise?: { on: IsoDate; floor: Pence } | undefined } | undefined {
  const { benefit, effectiveFrom, scheme } = benefitStatus
  if (yearlySacrifice(price) === 0n) return undefined
  const others = (day: IsoDate) => payChangesIn(scheme, [benefit.id], day)
  const check = wageCheck(benefitStatus, price, others)
  if (check?.outcome === 'below') return check
  const facts = payFactsIn(scheme, effectiveFrom)
  const floor = minimumWageOfYear(facts, { tables: scheme.taxTables, on: effectiveFrom })
  if (facts.salary === null || floor === undefined) return undefined
  const own = payChangesOf(price, { name: benefit.definition.name, from: effectiveFrom })
  const payAfter = payAfterSacrifice(facts.salary, [...others(effectiveFrom), ...own])
  return { payAfter, floor, rise: payToRiseAfter(scheme, effectiveFrom) }
}

function wageCheck(
  { benefit, effectiveFrom, scheme, selection }: BenefitStatus,
  price: StoredPrice,
  others: (day: IsoDate) => readonly PayChange[],
): Exclude<WageCheck, { outcome: 'kept' }> | undefined {
  if (yearlySacrifice(price) === 0n || sacrificesLess({ asked: price, running: selection?.running?.price ?? null }))
    return undefined
  const { name } = benefit.definition
  const own = payChangesOf(price, { name, from: effectiveFrom })
  const upTo = lastDayPaid(scheme.facts, scheme.year)
  const later = [
    ...laterChanges(scheme, { after: effectiveFrom, but: benefit.id }).filter((day) => day <= upTo),
    ...daysToCheckWage(
      { ...scheme.person, facts: scheme.facts },
      { tables: scheme.taxTables, after: effectiveFrom, upTo },
    ),
  ]
  for (const day of [effectiveFrom, ...new Set(later.toSorted())]) {
    const check = checkMinimumWage({
      tables: scheme.taxTables,
      facts: payFactsIn(scheme, day),
      changes: [...others(day), ...own],
      on: day,
      countsFrom: effectiveFrom,
    })
    if (check.outcome === 'below' || (check.outcome === 'unknown' && day === effectiveFrom)) return check
  }
  return undefined
}

function refuseBelow(check: Extract<WageCheck, { outcome: 'below' }>): never {
  const said = { message: check.sentence, error: check.sentence }
  throw refuse(belowMinimumWage, {
    body: {
      ...said,
      floor: poundsFromPence(check.floor),
      payAfter: poundsFromPence(check.payAfter),
      trace: check.steps.map(traceStepView),
    },
  })
}
