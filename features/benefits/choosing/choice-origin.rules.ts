import type { IsoDate } from '../../../contract/dates.ts'
import type { Choice } from '../definition/options.ts'
import { isApproval } from '../selections/approving.rules.ts'
import type { SelectionVersion } from '../selections/selection.rules.ts'

/** Steps by which somebody chooses, or is given, what runs; decisions, prices and endings taken back go on with it. */
export const choosingActions: ReadonlySet<string> = new Set([
  'submit',
  'submit-for-approval',
  'submit-for-evidence',
  'provide',
  'provide-for-evidence',
  'take-over',
])

/** A version, and the first of its days that is asked about. */
type Running = { version: Pick<SelectionVersion, 'version' | 'choice'>; from: IsoDate }

/** The version by which what runs was chosen, or went up to what it is. */
export function originOf(
  versions: readonly SelectionVersion[],
  { version, from }: Running,
): SelectionVersion | undefined {
  return versions.findLast(
    (one) =>
      one.version <= version.version &&
      (choosingActions.has(one.action) || isStep(one)) &&
      wasLetRun(versions, one) &&
      one.effectiveFrom !== null &&
      one.effectiveFrom <= from &&
      sameValues(one.choice, version.choice),
  )
}

/** What was asked of an employer ran if it was approved, before anything else was chosen. */
function wasLetRun(versions: readonly SelectionVersion[], { version, action }: SelectionVersion): boolean {
  if (action !== 'submit-for-approval') return true
  const decisive = versions.find(
    (one) =>
      one.version > version && (isApproval(one.action) || (choosingActions.has(one.action) && !isForEverybody(one))),
  )
  return decisive !== undefined && isApproval(decisive.action)
}

/** From when what runs counted, whatever it was priced at since, decided about or restored to. */
export function chosenFrom(versions: readonly SelectionVersion[], running: Running): IsoDate {
  const origin = originOf(versions, running)
  const since = origin && isStep(origin) ? firstOfStep(versions, origin) : origin
  return since?.effectiveFrom ?? running.from
}

/** A step that was taken late has a version for each stretch of days with a price of its own. */
function firstOfStep(versions: readonly SelectionVersion[], origin: SelectionVersion): SelectionVersion | undefined {
  const chosen = versions.findLast(
    (one) => one.version < origin.version && choosingActions.has(one.action) && wasLetRun(versions, one),
  )
  return versions.find(
    (one) => one.version > (chosen?.version ?? 0) && isStep(one) && sameValues(one.choice, origin.choice),
  )
}

/** Cover that everybody has begins beside what waits, and decides nothing about it. */
export function isForEverybody({ action }: Pick<SelectionVersion, 'action'>): boolean {
  return action.startsWith('provide')
}

export function isStep({ action }: Pick<SelectionVersion, 'action'>): boolean {
  return action.startsWith('rise')
}

function sameValues(one: Choice, other: Choice): boolean {
  const codes = Object.keys(one.values)
  return (
    codes.length === Object.keys(other.values).length && codes.every((code) => one.values[code] === other.values[code])
  )
}
