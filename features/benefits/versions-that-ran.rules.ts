import type { IsoDate } from '../../contract/dates.ts'
import type { DeductedPart, RunningVersion } from '../payroll/deductions.rules.ts'
import type { SelectionState } from './benefits.contract.ts'
import type { SelectionAction } from './selection-states.rules.ts'
import type { StoredPricePart } from './stored-price.ts'

/** What pay needs to know of a version. */
export type PayVersion = {
  version: number
  state: SelectionState
  action: string
  effectiveFrom: IsoDate | null
  /** Of its price; none where nothing is charged. */
  parts: readonly StoredPricePart[]
}

/** What was held when the portal began to serve the client, taken over from before. */
export const takenOver = 'take-over'

const starting = new Set<string>(['submit', 'submit-for-evidence', 'approve', 'accept-evidence', takenOver] satisfies (
  | SelectionAction
  | typeof takenOver
)[])
const stopping = new Set<string>(['opt-out', 'end'] satisfies SelectionAction[])

/**
 * The versions of a selection that ran or run, oldest first, each until the next one counts or the selection stops.
 * Drafts, applications and refusals never ran.
 */
export function versionsThatRan(versions: readonly PayVersion[]): RunningVersion[] {
  const ran: RunningVersion[] = []
  for (const { version, state, action, effectiveFrom, parts } of versions) {
    const last = ran.at(-1)
    // What was taken over may have been waiting or over already.
    const starts = starting.has(action) && (state === 'active' || state === 'pended')
    if ((!starts && !stopping.has(action)) || effectiveFrom === null) continue
    // Of two that would run on the same day the newer one does, also after an end that was still to come.
    if (last && (last.until === undefined || effectiveFrom < last.until)) {
      if (!starts) last.stopped = true
      last.until = effectiveFrom
    }
    if (starts) ran.push({ version, effectiveFrom, parts: parts.map(inPence) })
  }
  return ran
}

function inPence(part: StoredPricePart): DeductedPart {
  return { ...part, total: BigInt(part.total), shares: part.shares.map(BigInt) }
}
