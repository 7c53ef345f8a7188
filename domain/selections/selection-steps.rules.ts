import type { SelectionState } from './benefits.contract.ts'

/** `system` makes automatic transitions: changed facts, core cover, ends of employment and provider decisions. */
export type SelectionActor = 'employee' | 'employer' | 'system'

/** `submit-for-evidence` waits for the insurer, `submit-for-approval` for the employer, then perhaps the insurer. */
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
 * `start-limited`: only cover that needs no evidence is in force. `wait`: the previous version stays until a decision.
 * `keep`: the previous version stays for good. `stop`: no cover from the effective date. `restore`: drops the draft.
 */
export type SelectionEffect = 'start' | 'start-limited' | 'wait' | 'keep' | 'stop' | 'restore'

/** `running` limits the transition to selections with (true) or without (false) a version in force. */
export type Transition = {
  from: SelectionState
  action: SelectionAction
  running?: boolean
  to: SelectionState | 'before'
  who: SelectionActor
  effect: SelectionEffect
}

/** `before`: the state in which the draft was begun; `none` for a first draft. */
export type StateBeforeTransition = { state: SelectionState; running: boolean; before?: SelectionState }
