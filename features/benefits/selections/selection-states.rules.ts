import { type IsoDate, showDate } from '../../../contract/dates.ts'
import type { SelectionState } from '../benefits.contract.ts'
import { peoplesSteps, stepOf } from './peoples-steps.rules.ts'
import { portalsSteps } from './portals-steps.rules.ts'
import { selectionMessages } from './selection.messages.ts'
import type { NewVersion } from './selection.rules.ts'

/** `system` is the portal itself: facts that change, cover given to everybody, the end of employment, answers of a provider. */
export type SelectionActor = 'employee' | 'employer' | 'system'

/**
 * What may happen to a selection. Submitting has three roads, by what the benefit asks of the choice (`roadOf`):
 * `submit` starts it at once, `submit-for-approval` waits for the employer, `submit-for-evidence` for the insurer. Approving has
 * two (`approvalOf`): what an insurer has to decide about waits for it once the employer has consented.
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
 * What a step does to the version that runs and is paid for:
 * `start` the new version runs from its effective date · `start-limited` it runs with the cover that needs no evidence ·
 * `wait` what ran runs on until a decision · `keep` what ran runs on for good · `stop` nothing runs from the effective date ·
 * `restore` the new version is dropped for the one before.
 */
export type SelectionEffect = 'start' | 'start-limited' | 'wait' | 'keep' | 'stop' | 'restore'

/** `running`: the row counts only while an earlier version runs, or only while none does; left out, both. */
export type SelectionStep = {
  from: SelectionState
  action: SelectionAction
  running?: boolean
  /** `before` is the state from which the draft was begun. */
  to: SelectionState | 'before'
  who: SelectionActor
  effect: SelectionEffect
}

/** Returns a state in words. A selection that takes effect later is not active before that day. */
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

/** A selection as far as its steps go. `before` is the state from which a draft was begun, 'none' for the first. */
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

/** What is in force after a step. */
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

/** States that wait for the employer; the approvals list and its counts are exactly these. */
export const awaitingApproval = selectionSteps.filter((row) => row.action === 'approve').map((row) => row.from)

/** The road a choice takes when it is submitted. Approval comes first: an insurer is not asked what an employer may refuse. */
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
