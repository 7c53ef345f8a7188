import type { IsoDate } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'
import { deductionSchedule, type FinalDeduction, deductedForOrder } from '../payroll/deductions.rules.ts'
import type { PayPeriod } from '../../domain/windows/effective-date.rules.ts'
import type { DeductedTotal } from '../../domain/pricing/deductions-to-date.rules.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import { type PayVersion, versionsInForce } from './versions-in-force.rules.ts'

export type PaidSoFar = { versions: readonly PayVersion[]; lines: readonly FinalDeduction[] }

type Days = { from: IsoDate; to: IsoDate }
type Starting = {
  effectiveFrom: IsoDate
  periods: readonly PayPeriod[]
  today: IsoDate
  schemeYears: readonly Days[]
  schemeYearId?: string
}

/** Returns deductions made before a choice takes effect: locked deductions, and planned deductions of the current version. */
export function deductedBefore({ versions, lines }: PaidSoFar, starting: Starting): DeductedTotal[] {
  const { effectiveFrom, periods, today, schemeYears, schemeYearId } = starting
  const before = new Set(periods.filter(({ endsOn }) => endsOn < effectiveFrom).map(({ id }) => id))
  const { lines: due } = deductionSchedule({
    versions: versionsInForce(versions),
    periods,
    today,
    schemeYears,
    paidHereFrom: periods[0]?.startsOn ?? effectiveFrom,
    taken: lines,
  })
  const planned = due.filter(({ periodId }) => before.has(periodId))
  const next: PayVersion = {
    version: (versions.at(-1)?.version ?? 0) + 1,
    ...(schemeYearId !== undefined && { schemeYearId }),
    state: 'active',
    action: 'submit',
    effectiveFrom,
    parts: [],
  }
  return deductedForOrder(versionsInForce([...versions, next]), [...lines, ...planned])
}

/** Returns earlier deductions from the employee towards fixed totals, in pence. A negative amount was paid to the employee. */
export function deductedFromEmployee({ parts }: StoredPrice): Pence | null {
  const before = parts.flatMap(({ payer, taken: deducted }) =>
    payer === 'employee' && deducted ? [BigInt(deducted.amount)] : [],
  )
  return before.length > 0 ? before.reduce((sum, one) => sum + one, 0n) : null
}
