import { type IsoDate, showDate } from '../../contract/dates.ts'
import type { SelectionState } from '../../domain/selections/benefits.contract.ts'
import { userTransitions, findTransition } from '../../domain/selections/user-transitions.rules.ts'
import { systemTransitions } from './system-transitions.rules.ts'
import { selectionMessages } from '../../domain/selections/selection.messages.ts'
import type { NewVersion } from '../../domain/selections/selection.rules.ts'
import type {
  SelectionActor,
  SelectionAction,
  SelectionEffect,
  Transition,
  StateBeforeTransition,
} from '../../domain/selections/selection-steps.rules.ts'

export function statusLabel(
  state: SelectionState,
  { effectiveFrom, today }: { effectiveFrom: IsoDate | null; today: IsoDate },
): string {
  if (state === 'active' && effectiveFrom !== null && effectiveFrom > today)
    return selectionMessages.activeFrom(showDate(effectiveFrom))
  return selectionMessages.status[state]
}

export const selectionTransitions: readonly Transition[] = [...userTransitions, ...systemTransitions]

export type TransitionResult =
  | { outcome: 'moved'; to: SelectionState; effect: SelectionEffect }
  | { outcome: 'refused'; why: 'not-in-this-state' | 'not-yours'; state: SelectionState; sentence: string }

export function transitionOf(
  selection: StateBeforeTransition,
  action: SelectionAction,
  actor: SelectionActor,
): TransitionResult {
  const row = findTransition(selectionTransitions, selection, action)
  if (!row)
    return refused(
      selection.state,
      'not-in-this-state',
      selectionMessages.notInThisState(selectionMessages.status[selection.state]),
    )
  if (row.who !== actor) return refused(selection.state, 'not-yours', selectionMessages.notYours)
  return { outcome: 'moved', to: row.to === 'before' ? (selection.before ?? 'none') : row.to, effect: row.effect }
}

export function inForceAfter(effect: SelectionEffect): NewVersion['runs'] {
  switch (effect) {
    case 'start':
    case 'start-limited':
      return 'this'
    case 'wait':
    case 'keep':
    case 'restore':
      return 'as-before'
    case 'stop':
      return 'nothing'
  }
}

export const awaitingApproval = selectionTransitions.filter((row) => row.action === 'approve').map((row) => row.from)

/** Returns the action that submits a choice. Approval comes first, so insurers never see applications an employer may refuse. */
export function submittingAction({
  needsApproval,
  needsEvidence,
}: {
  needsApproval: boolean
  needsEvidence: boolean
}): SelectionAction {
  if (needsApproval) return 'submit-for-approval'
  return needsEvidence ? 'submit-for-evidence' : 'submit'
}

function refused(state: SelectionState, why: 'not-in-this-state' | 'not-yours', sentence: string): TransitionResult {
  return { outcome: 'refused', why, state, sentence }
}
