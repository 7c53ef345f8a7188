import type { SelectionState } from '../benefits.contract.ts'
import type { SelectionAction, SelectionPosition, SelectionStep } from './selection-states.rules.ts'

/** What employees and employers may do. Approving and rejecting start from the same states (APPROVE). */
export const peoplesSteps: readonly SelectionStep[] = [
  ...choosing('none'),
  { from: 'draft', action: 'save-draft', to: 'draft', who: 'employee', effect: 'wait' },
  { from: 'draft', action: 'submit', to: 'active', who: 'employee', effect: 'start' },
  { from: 'draft', action: 'submit-for-approval', running: false, to: 'pending', who: 'employee', effect: 'wait' },
  {
    from: 'draft',
    action: 'submit-for-approval',
    running: true,
    to: 'pending-change',
    who: 'employee',
    effect: 'wait',
  },
  { from: 'draft', action: 'submit-for-evidence', to: 'pended', who: 'employee', effect: 'start-limited' },
  { from: 'draft', action: 'reset', to: 'before', who: 'employee', effect: 'restore' },
  ...(['opt-out', 'opt-out-within-month'] as const).map((action): SelectionStep => ({
    from: 'draft',
    action,
    running: true,
    to: 'opted-out',
    who: 'employee',
    effect: 'stop',
  })),

  { from: 'pending', action: 'submit', to: 'active', who: 'employee', effect: 'start' },
  { from: 'pending', action: 'submit-for-approval', to: 'pending', who: 'employee', effect: 'wait' },
  { from: 'pending', action: 'submit-for-evidence', to: 'pended', who: 'employee', effect: 'start-limited' },
  { from: 'pending', action: 'approve', to: 'active', who: 'employer', effect: 'start' },
  { from: 'pending', action: 'approve-for-evidence', to: 'pended', who: 'employer', effect: 'start-limited' },
  { from: 'pending', action: 'reject', to: 'rejected', who: 'employer', effect: 'stop' },
  { from: 'pending', action: 'withdraw', to: 'withdrawn', who: 'employee', effect: 'stop' },

  ...changing('active'),
  { from: 'active', action: 'save-draft', to: 'draft', who: 'employee', effect: 'wait' },

  ...changing('pending-change'),
  { from: 'pending-change', action: 'approve', to: 'active', who: 'employer', effect: 'start' },
  { from: 'pending-change', action: 'approve-for-evidence', to: 'pended', who: 'employer', effect: 'start-limited' },
  { from: 'pending-change', action: 'reject', to: 'active', who: 'employer', effect: 'keep' },
  { from: 'pending-change', action: 'withdraw', to: 'active', who: 'employee', effect: 'keep' },

  ...changing('pended'),
  { from: 'pended', action: 'withdraw', to: 'active', who: 'employee', effect: 'keep' },

  ...applyingAgain('rejected'),
  ...applyingAgain('opted-out'),
  ...applyingAgain('withdrawn'),
  ...applyingAgain('ended'),
]

/** What every button asks; whether the person may and the window is open is asked besides (`allowedActions`). */
export const selectionCan = {
  saveDraft: (selection: SelectionPosition) => stepOf(peoplesSteps, selection, 'save-draft') !== undefined,
  submit: (selection: SelectionPosition) => stepOf(peoplesSteps, selection, 'submit') !== undefined,
  approve: (selection: SelectionPosition) => stepOf(peoplesSteps, selection, 'approve') !== undefined,
  reject: (selection: SelectionPosition) => stepOf(peoplesSteps, selection, 'reject') !== undefined,
  withdraw: (selection: SelectionPosition) => stepOf(peoplesSteps, selection, 'withdraw') !== undefined,
  optOut: (selection: SelectionPosition) => stepOf(peoplesSteps, selection, 'opt-out') !== undefined,
  reapply: (selection: SelectionPosition) => stepOf(peoplesSteps, selection, 'reapply') !== undefined,
  reset: (selection: SelectionPosition) => stepOf(peoplesSteps, selection, 'reset') !== undefined,
}

/** The row of a table that says where an action takes a selection. */
export function stepOf(
  steps: readonly SelectionStep[],
  { state, running }: SelectionPosition,
  action: SelectionAction,
): SelectionStep | undefined {
  return steps.find((row) => row.from === state && row.action === action && (row.running ?? running) === running)
}

/** First choices: nothing runs. */
function choosing(from: SelectionState): SelectionStep[] {
  return [
    { from, action: 'save-draft', to: 'draft', who: 'employee', effect: 'wait' },
    { from, action: 'submit', to: 'active', who: 'employee', effect: 'start' },
    { from, action: 'submit-for-approval', to: 'pending', who: 'employee', effect: 'wait' },
    { from, action: 'submit-for-evidence', to: 'pended', who: 'employee', effect: 'start-limited' },
  ]
}

/** Changes of something that runs. */
function changing(from: SelectionState): SelectionStep[] {
  return [
    { from, action: 'submit', to: 'active', who: 'employee', effect: 'start' },
    { from, action: 'submit-for-approval', to: 'pending-change', who: 'employee', effect: 'wait' },
    { from, action: 'submit-for-evidence', to: 'pended', who: 'employee', effect: 'start-limited' },
    { from, action: 'opt-out', to: 'opted-out', who: 'employee', effect: 'stop' },
    // Membership by automatic enrolment never began (Pensions Act 2008, section 8).
    { from, action: 'opt-out-within-month', to: 'opted-out', who: 'employee', effect: 'stop' },
  ]
}

/** BENEFIT-23: applying again creates a selection anew, by way of a draft or at once. */
function applyingAgain(from: SelectionState): SelectionStep[] {
  return [{ from, action: 'reapply', to: 'draft', who: 'employee', effect: 'wait' }, ...choosing(from)]
}
