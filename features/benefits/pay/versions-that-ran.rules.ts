import type { DeductedPart, RunningVersion } from '../../payroll/deductions.rules.ts'
import type { LeavingRule } from './leaving-rule.rules.ts'
import { type DatedVersion, segmentsThatRan } from './segments.rules.ts'
import type { StoredPricePart } from '../selections/stored-price.ts'

/** What pay needs to know of a version. */
export type PayVersion = DatedVersion & {
  /** Of its price; none where nothing is charged. */
  parts: readonly StoredPricePart[]
}

/**
 * The versions of a selection that ran or run, in order of time, each until the next one counts or the selection stops.
 * `leaving` says what an end with the employment does to pay.
 */
export function versionsThatRan(versions: readonly PayVersion[], leaving?: LeavingRule): RunningVersion[] {
  return segmentsThatRan(versions).map(({ version: { version, parts }, from, until, stopped }) => ({
    version,
    effectiveFrom: from,
    ...(until && { until }),
    ...(stopped && { stopped: true }),
    ...(stopped === 'end' && leaving && { leaving }),
    parts: parts.map(inPence),
  }))
}

function inPence(part: StoredPricePart): DeductedPart {
  return { ...part, total: BigInt(part.total), shares: part.shares.map(BigInt) }
}
