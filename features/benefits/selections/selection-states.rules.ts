import { type IsoDate, showDate } from '../../../contract/dates.ts'
import type { SelectionState } from '../benefits.contract.ts'
import { peoplesSteps, stepOf } from './peoples-steps.rules.ts'
import { portalsSteps } from './portals-steps.rules.ts'
import { selectionMessages } from './selection.messages.ts'
import type { NewVersion } from './selection.rules.ts'

/** `system`: automatic steps for changed facts, core cover, ends of employment and provider decisions. */
export type SelectionActor = 'employee' | 'employer' | 'system'

/**
 * Actions on a selection. Submitting has three forms (`roadOf`): `submit` takes effect at once, `submit-for-approval` waits
 * for the employer, `submit-for-evidence` for the insurer. Approving has two forms (`approvalOf`), because cover above the
 * limit still waits for the insurer.
 */
export const selectionActions = [
  'save-draft',
  'submit',
  'submit-for-approval',
  'submit-for-evidence',
  'approve',
  'approve-for-evidence',
  'reject',
  'withdraw',
  'opt-out',
  'opt-out-within-month',
  'opt-out-by-notice',
  'reapply',
  'reset',
  'accept-evidence',
  'decline-evidence',
  'end',
  'expire',
  'lapse',
  'reinstate',
  'reinstate-for-evidence',
  'reinstate-application',
  'opt-out-again',
  'provide',
  'provide-for-evidence',
  'reprice',
  'reprice-for-evidence',
  'reprice-days',
  'reprice-application',
  'rise',
  'rise-for-evidence',
  'rise-days',
  'renew',
  'renew-for-evidence',
  'renew-days',
  'end-with-year',
  'move-start',
  'restate',
] as const
export type SelectionAction = (typeof selectionActions)[number]

/**
 * Effect of a step on the version in force:
 * `start`: the new version is in force from its effective date · `start-limited`: the same, with cover that needs no evidence ·
 * `wait`: the previous version remains in force until a decision · `keep`: the previous version remains in force for good ·
 * `stop`: no cover from the effective date · `restore`: the draft is dropped for the previous version.
 */
export type SelectionEffect = 'start' | 'start-limited' | 'wait' | 'keep' | 'stop' | 'restore'

/** `running`: limits the step to selections with (true) or without (false) a version in force. */
export type SelectionStep = {
  from: SelectionState
  action: SelectionAction
  running?: boolean
  /** `before`: the state in which the draft was begun. */
  to: SelectionState | 'before'
  who: SelectionActor
  effect: SelectionEffect
}

/** Returns a state in words. A selection that takes effect later reads 'Active from' that day. */
export function statusLabel(
  state: SelectionState,
  { effectiveFrom, today }: { effectiveFrom: IsoDate | null; today: IsoDate },
): string {
  if (state === 'active' && effectiveFrom !== null && effectiveFrom > today)
    return selectionMessages.activeFrom(showDate(effectiveFrom))
  return selectionMessages.status[state]
}

/** All allowed steps. Any other step is refused. */
export const selectionSteps: readonly SelectionStep[] = [...peoplesSteps, ...portalsSteps]

/** Input of the table of steps. `before`: the state in which a draft was begun; 'none' for a first draft. */
export type SelectionPosition = { state: SelectionState; running: boolean; before?: SelectionState }

export type Step =
  | { outcome: 'moved'; to: SelectionState; effect: SelectionEffect }
  | { outcome: 'refused'; why: 'not-in-this-state' | 'not-yours'; state: SelectionState; sentence: string }

/** Returns the state after an action, or a refusal with the current state (409). */
export function takeStep(selection: SelectionPosition, action: SelectionAction, actor: SelectionActor): Step {
  const row = stepOf(selectionSteps, selection, action)
  if (!row)
    return refused(
      selection.state,
      'not-in-this-state',
      selectionMessages.notInThisState(selectionMessages.status[selection.state]),
    )
  if (row.who !== actor) return refused(selection.state, 'not-yours', selectionMessages.notYours)
  return { outcome: 'moved', to: row.to === 'before' ? (selection.before ?? 'none') : row.to, effect: row.effect }
}

/** Returns which version is in force after a step. */
export function runsAfter(effect: SelectionEffect): NewVersion['runs'] {
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

/** States that wait for the employer's approval. The approvals list and its counts use exactly these. */
export const awaitingApproval = selectionSteps.filter((row) => row.action === 'approve').map((row) => row.from)

/** Returns the action that submits a choice. Approval comes first, so insurers never see applications an employer may refuse. */
export function roadOf({
  needsApproval,
  needsEvidence,
}: {
  needsApproval: boolean
  needsEvidence: boolean
}): SelectionAction {
  if (needsApproval) return 'submit-for-approval'
  return needsEvidence ? 'submit-for-evidence' : 'submit'
}

function refused(state: SelectionState, why: 'not-in-this-state' | 'not-yours', sentence: string): Step {
  return { outcome: 'refused', why, state, sentence }
}
