import type { IsoDate } from '../../contract/dates.ts'
import { poundsFromPence } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import type { PayChange } from '../../domain/tax/gross-to-net.rules.ts'
import { checkMinimumWage, type WageCheck } from '../../domain/tax/minimum-wage.rules.ts'
import { daysOfPayChanges } from '../../domain/tax/pay-facts.rules.ts'
import { belowMinimumWage, minimumWageUnknown } from '../../domain/selections/benefits.contract.ts'
import { yearlySacrifice, sacrificesLess, payChangesOf } from '../../domain/tax/pay-changes.rules.ts'
import { laterChanges } from '../../services/my-benefits/cover-in-force.server.ts'
import { traceStepView } from '../../services/my-benefits/trace-view.rules.ts'
import type { BenefitStatus } from '../../services/my-benefits/benefit-status.server.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import { payFactsIn, payChangesIn } from '../../services/benefits/take-home.server.ts'
import { lastDayPaid } from '../../services/my-benefits/last-day-paid.rules.ts'

/**
 * Pay after all sacrifices must not fall below the minimum wage: on the choice's first day, and on later days on which benefits,
 * pay or hours are known to change. Also refuses if salary or hours are unknown on the first day, so that someone checks. Giving
 * up less than now is always allowed: people who fell below when the rate rose must be able to reduce. `others` returns the other
 * pay changes of a day.
 */
export function requireMinimumWage(
  benefitStatus: BenefitStatus,
  price: StoredPrice,
  others: (day: IsoDate) => readonly PayChange[] = (day) =>
    payChangesIn(benefitStatus.scheme, [benefitStatus.benefit.id], day),
): void {
  const { benefit, effectiveFrom, scheme, selection } = benefitStatus
  const { name, requires } = benefit.definition
  if (!requires.includes('minimum-wage')) return
  if (yearlySacrifice(price) === 0n || sacrificesLess({ asked: price, running: selection?.running?.price ?? null }))
    return

  const own = payChangesOf(price, { name, from: effectiveFrom })
  const upTo = lastDayPaid(scheme.facts, scheme.year)
  const later = [
    ...laterChanges(scheme, { after: effectiveFrom, but: benefit.id }).filter((day) => day <= upTo),
    ...daysOfPayChanges(scheme.facts, { after: effectiveFrom, upTo }),
  ]
  for (const day of [effectiveFrom, ...new Set(later.toSorted())]) {
    const check = checkMinimumWage({
      tables: scheme.taxTables,
      facts: payFactsIn(scheme, day),
      changes: [...others(day), ...own],
      on: day,
      countsFrom: effectiveFrom,
    })
    if (check.outcome === 'unknown' && day === effectiveFrom)
      throw refuse(minimumWageUnknown, { body: { message: check.sentence, error: check.sentence } })
    if (check.outcome === 'below') refuseBelow(check)
  }
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
