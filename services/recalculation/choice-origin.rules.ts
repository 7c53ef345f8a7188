import type { IsoDate } from '../../contract/dates.ts'
import type { Choice } from '../../domain/definition/options.ts'
import { isApproval } from './approval-actions.rules.ts'
import type { SelectionVersion } from '../../domain/selections/selection.rules.ts'

/** Actions that choose or provide cover. Decisions, repricing and reversed endings only continue existing cover. */
export const choosingActions: ReadonlySet<string> = new Set([
  'submit',
  'submit-for-approval',
  'submit-for-evidence',
  'provide',
  'provide-for-evidence',
  'take-over',
])

type Running = { version: Pick<SelectionVersion, 'version' | 'choice'>; from: IsoDate }

export function originalChoice(
  versions: readonly SelectionVersion[],
  { version, from }: Running,
): SelectionVersion | undefined {
  return versions.findLast(
    (one) =>
      one.version <= version.version &&
      (choosingActions.has(one.action) || isYearlyIncrease(one)) &&
      wasApproved(versions, one) &&
      one.effectiveFrom !== null &&
      one.effectiveFrom <= from &&
      sameValues(one.choice, version.choice),
  )
}

/** A choice that needs approval is in force only if it was approved before the next choice. */
function wasApproved(versions: readonly SelectionVersion[], { version, action }: SelectionVersion): boolean {
  if (action !== 'submit-for-approval') return true
  const decisive = versions.find(
    (one) =>
      one.version > version && (isApproval(one.action) || (choosingActions.has(one.action) && !isProvidedToAll(one))),
  )
  return decisive !== undefined && isApproval(decisive.action)
}

export function chosenFrom(versions: readonly SelectionVersion[], running: Running): IsoDate {
  const origin = originalChoice(versions, running)
  const since = origin && isYearlyIncrease(origin) ? firstOfIncrease(versions, origin) : origin
  return since?.effectiveFrom ?? running.from
}

function firstOfIncrease(
  versions: readonly SelectionVersion[],
  origin: SelectionVersion,
): SelectionVersion | undefined {
  const chosen = versions.findLast(
    (one) => one.version < origin.version && choosingActions.has(one.action) && wasApproved(versions, one),
  )
  return versions.find(
    (one) => one.version > (chosen?.version ?? 0) && isYearlyIncrease(one) && sameValues(one.choice, origin.choice),
  )
}

/** Cover provided to all employees starts alongside a pending choice, without approving or replacing it. */
export function isProvidedToAll({ action }: Pick<SelectionVersion, 'action'>): boolean {
  return action.startsWith('provide')
}

export function isYearlyIncrease({ action }: Pick<SelectionVersion, 'action'>): boolean {
  return action.startsWith('rise')
}

function sameValues(one: Choice, other: Choice): boolean {
  const codes = Object.keys(one.values)
  return (
    codes.length === Object.keys(other.values).length && codes.every((code) => one.values[code] === other.values[code])
  )
}
