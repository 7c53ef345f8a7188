import type { Pence } from '../../contract/money.ts'
import { deductionSchedule, type VersionInForce } from '../../services/payroll/deductions.rules.ts'
import { partPeriodRule } from '../../services/payroll/part-period.rules.ts'
import { reliefAtSource } from '../../domain/tax/relief-at-source.rules.ts'
import type { BenefitStatus } from '../../services/my-benefits/benefit-status.server.ts'
import type { SelectionVersion } from '../../domain/selections/selection.rules.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import { hasFixedTotal } from '../../services/payroll/fixed-total.rules.ts'
import { firstDayOfCover, type CoverPeriod } from '../../domain/selections/cover-periods.rules.ts'
import { paidByPortalFrom } from '../../services/my-benefits/selection-pay.rules.ts'
import { partInPence } from '../../services/my-benefits/versions-in-force.rules.ts'

/** Returns the arrears, in pence, of a choice that begins in the past. Negative for a refund; 0 for fixed totals. */
export function arrearsOf({ scheme, benefit, selection, effectiveFrom }: BenefitStatus, price: StoredPrice): Pence {
  if (effectiveFrom >= scheme.today || hasFixedTotal(price)) return 0n
  const ran = (selection && scheme.segments.get(selection)) ?? []
  const { parts } = price
  const next: VersionInForce = { version: Infinity, effectiveFrom, parts: parts.map(partInPence) }
  const before = ran.map(paidUntilNow)
  const after = [...before.flatMap((one) => splitAt(one, next)), next]
  return late(after) - late(before)

  function late(versions: readonly VersionInForce[]): Pence {
    const partPeriod = partPeriodRule(benefit.definition)
    const covered = versions.map(({ effectiveFrom: from, until }) => ({ from, until }))
    const { lines } = deductionSchedule({
      versions: versions.map((one) => ({ ...one, partPeriod, beganOn: firstDayOfCover(covered, one.effectiveFrom) })),
      periods: scheme.periods,
      today: scheme.today,
      schemeYears: [scheme.year],
      paidHereFrom: paidByPortalFrom(ran[0]?.version, {
        periods: scheme.periods,
        schemeYears: [scheme.year],
        today: scheme.today,
      }),
    })
    const whole = lines
      .filter((line) => line.originalPeriodId !== undefined)
      .reduce((sum, one) => sum + one.employee, 0n)
    return price.reliefAtSource ? whole - reliefAtSource(whole, price.reliefAtSource.percent) : whole
  }
}

function paidUntilNow({ version: { version, price }, from, until }: CoverPeriod<SelectionVersion>): VersionInForce {
  return { version, effectiveFrom: from, ...(until && { until }), parts: (price?.parts ?? []).map(partInPence) }
}

function splitAt(one: VersionInForce, { effectiveFrom }: VersionInForce): VersionInForce[] {
  if (one.effectiveFrom >= effectiveFrom) return []
  const ends = one.until !== undefined && one.until < effectiveFrom ? one.until : effectiveFrom
  return [{ ...one, until: ends }]
}
