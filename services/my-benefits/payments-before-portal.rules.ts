import { daysBetween, type IsoDate } from '../../contract/dates.ts'
import type { FinalDeduction } from '../payroll/deductions.rules.ts'
import { splitEvenly } from '../../domain/pricing/money.ts'
import type { DeductedTotal } from '../../domain/pricing/deductions-to-date.rules.ts'
import type { StoredPricePart } from '../../domain/selections/stored-price.ts'
import { isCharged, payDaysLeft, type PayPeriod } from '../../domain/windows/effective-date.rules.ts'

/** Payments towards fixed totals before the client joined. `here`: start of the first period that the portal pays. */
export function paymentsBeforePortal(
  parts: readonly StoredPricePart[],
  {
    from,
    here,
    periods,
    payDaysAYear,
    schemeYear,
    today,
  }: {
    from: IsoDate
    here: IsoDate
    periods: readonly PayPeriod[]
    payDaysAYear: number
    schemeYear: { to: IsoDate }
    today: IsoDate
  },
): DeductedTotal[] {
  return parts.flatMap(({ payer, taxMethod, payCode, spread, total }) => {
    if (spread.kind === 'recurring' || total === '0') return []
    const passed =
      periods.filter((period) => isCharged(period, from, spread) && period.startsOn < here).length +
      unplannedPayDays({ from, firstPlanned: periods[0]?.startsOn ?? here, payDaysAYear })
    const all =
      spread.kind === 'instalments'
        ? spread.count
        : passed + payDaysLeft({ periods, effectiveFrom: from < here ? here : from, schemeYear, today })
    const pays = Math.min(passed, all)
    if (pays === 0) return []
    const amount = splitEvenly(BigInt(total), all)
      .slice(0, pays)
      .reduce((sum, share) => sum + share, 0n)
    return [{ payer, taxMethod, payCode, spread, amount, pays }]
  })
}

function unplannedPayDays({
  from,
  firstPlanned,
  payDaysAYear,
}: {
  from: IsoDate
  firstPlanned: IsoDate
  payDaysAYear: number
}): number {
  return from < firstPlanned ? Math.round((daysBetween(from, firstPlanned) * payDaysAYear) / 365) : 0
}

export function linesBeforePortal(version: number, parts: readonly StoredPricePart[]): FinalDeduction[] {
  return parts.flatMap(({ payer, payCode, taken: deducted }) =>
    deducted === undefined
      ? []
      : splitEvenly(BigInt(deducted.amount), deducted.pays).map((amount, index) => ({
          periodId: `elsewhere-${index + 1}`,
          version,
          payCode,
          employee: payer === 'employee' ? amount : 0n,
          employer: payer === 'employer' ? amount : 0n,
        })),
  )
}
