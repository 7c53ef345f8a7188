import type { IsoDate } from '../../../contract/dates.ts'
import type { ClientId, PersonId } from '../../../contract/ids.ts'
import type { Tx } from '../../../database/database.ts'
import { deductionsOf } from '../../payroll/deductions.queries.ts'
import type { TakenLine } from '../../payroll/deductions.rules.ts'
import { listPeriods, type Period } from '../../payroll/payroll-runs.queries.ts'
import { loadMyScheme } from '../my-scheme.server.ts'
import { versionsOf } from '../selection-versions.queries.ts'
import type { SelectionVersion } from '../selection.rules.ts'
import { type Standing, standingOf } from '../standing.server.ts'
import { type PricedAnew, pricedAnew } from './priced-anew.server.ts'

/** Everything that leads to what one person may do with one benefit and what it costs them, as the facts stand on a day. */
export type Explained = {
  standing: Standing
  /** Every step of the selection as it stands now, oldest first. */
  versions: readonly SelectionVersion[]
  /** What the same choice would cost if it were made on that day, as a quote says it. */
  anew: PricedAnew
  /** What pay takes, in every period, fixed or not. */
  deductions: readonly (TakenLine & { period: Period | undefined })[]
}

export type Explanation =
  | { step: 'explained'; explained: Explained }
  /** No scheme year holds the day, or the person has no personal details. */
  | { step: 'no-scheme' }
  | { step: 'no-benefit'; codes: string[] }

export async function explain(
  tx: Tx,
  clientId: ClientId,
  { personId, code, on }: { personId: PersonId; code: string; on: IsoDate },
): Promise<Explanation> {
  const scheme = await loadMyScheme(tx, clientId, { personId, today: on })
  if (!scheme) return { step: 'no-scheme' }
  const benefit = [...scheme.benefits, ...scheme.pots].find((one) => one.code === code)
  if (!benefit) return { step: 'no-benefit', codes: [...scheme.benefits, ...scheme.pots].map((one) => one.code) }

  const standing = standingOf(scheme, benefit)
  const selectionId = standing.selection?.id
  const anew = pricedAnew(standing)
  if (selectionId === undefined)
    return { step: 'explained', explained: { standing, versions: [], anew, deductions: [] } }
  const versions = await versionsOf(tx, clientId, { selectionId })
  const periods = new Map((await listPeriods(tx, clientId)).map((period) => [period.periodId, period]))
  const taken = await deductionsOf(tx, clientId, { selectionId })
  const deductions = taken.map((line) => ({ ...line, period: periods.get(line.periodId) }))
  return { step: 'explained', explained: { standing, versions, anew, deductions } }
}
