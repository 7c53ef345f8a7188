import { addDays, daysBetween, type IsoDate } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'
import { laterOf } from '../../domain/windows/effective-date.rules.ts'
import { shareOf } from '../../domain/pricing/money.ts'
import { coversDays, coverPeriodsOf } from '../../domain/selections/cover-periods.rules.ts'
import type { SelectionVersion } from '../../domain/selections/selection.rules.ts'

/** Returns a year's unspent flex allowance in pence: each period's yearly remainder, pro rata by calendar days. */
export function unspentAllowance(versions: readonly SelectionVersion[], year: { from: IsoDate; to: IsoDate }): Pence {
  const ends = addDays(year.to, 1)
  const of = daysBetween(year.from, ends)
  return coverPeriodsOf(versions)
    .filter(coversDays)
    .map(({ version: { price }, from, until }) => {
      const last = until !== undefined && until < ends ? until : ends
      const days = Math.max(0, daysBetween(laterOf(from, year.from), last))
      return shareOf(BigInt(price?.pot?.left ?? 0), { parts: days, of })
    })
    .reduce((sum, one) => sum + one, 0n)
}
