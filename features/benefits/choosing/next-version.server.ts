import type { PersonId } from '../../../contract/ids.ts'
import {
  runsAfter,
  type SelectionAction,
  type SelectionEffect,
  type Step,
} from '../selections/selection-states.rules.ts'
import type { NewVersion, SelectionVersion } from '../selections/selection.rules.ts'

/** What of a selection a step needs to see. */
type Standing = { newest: SelectionVersion; running: SelectionVersion | null }

/** The version that follows from a step which chooses nothing new: a decision, a withdrawal. */
export function nextVersion({
  selection,
  action,
  step,
  actorId,
  reason,
}: {
  selection: Standing
  action: SelectionAction
  step: Extract<Step, { outcome: 'moved' }>
  actorId: PersonId | null
  reason?: string | null
}): NewVersion {
  return {
    ...contentOf(contentAfter(step.effect, selection)),
    state: step.to,
    action,
    runs: runsAfter(step.effect),
    actorId,
    reason: reason ?? null,
  }
}

/** What a version says was chosen, for how much and for when; who made it how is the next one's own. */
export function contentOf({
  schemeYearId,
  choice,
  peopleCovered,
  price,
  effectiveFrom,
  effectiveTo,
}: SelectionVersion): Pick<
  SelectionVersion,
  'schemeYearId' | 'choice' | 'peopleCovered' | 'price' | 'effectiveFrom' | 'effectiveTo'
> {
  return { schemeYearId, choice, peopleCovered, price, effectiveFrom, effectiveTo }
}

/** Keeping what ran shows what ran; everything else shows what was asked for. */
function contentAfter(effect: SelectionEffect, { newest, running }: Standing): SelectionVersion {
  return effect === 'keep' ? (running ?? newest) : newest
}
