import type { IsoDate } from '../../../contract/dates.ts'
import type { Pence } from '../../../contract/money.ts'
import { type TakenLine, takenOfOrder } from '../../payroll/deductions.rules.ts'
import type { TakenPart } from '../pricing/taken.rules.ts'
import type { StoredPrice } from '../selections/stored-price.ts'
import { type PayVersion, versionsThatRan } from './versions-that-ran.rules.ts'

/** The versions of a selection, oldest first, and what it took from pays that can change no more. */
export type PaidSoFar = { versions: readonly PayVersion[]; lines: readonly TakenLine[] }

/** What pay would take into account if a choice began to run from a day now, as though it were the next version. */
export function takenBefore({ versions, lines }: PaidSoFar, effectiveFrom: IsoDate): TakenPart[] {
  const next: PayVersion = {
    version: (versions.at(-1)?.version ?? 0) + 1,
    state: 'active',
    action: 'submit',
    effectiveFrom,
    parts: [],
  }
  return takenOfOrder(versionsThatRan([...versions, next]), lines)
}

/** What pays before had of the employee's fixed totals; below 0 where they were paid to the employee. */
export function takenFromEmployee({ parts }: StoredPrice): Pence | null {
  const before = parts.flatMap(({ payer, taken }) => (payer === 'employee' && taken ? [BigInt(taken.amount)] : []))
  return before.length > 0 ? before.reduce((sum, one) => sum + one, 0n) : null
}
