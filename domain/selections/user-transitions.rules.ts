import type { SelectionState } from './benefits.contract.ts'
import type { SelectionAction, Transition, StateBeforeTransition } from './selection-steps.rules.ts'

/** Transitions by employees and employers. Approving and rejecting start from the same states (APPROVE). */
export const userTransitions: readonly Transition[] = [
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
  ...(['opt-out', 'opt-out-within-month'] as const).map((action): Transition => ({
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

export const selectionCan = {
  saveDraft: (selection: StateBeforeTransition) =>
    findTransition(userTransitions, selection, 'save-draft') !== undefined,
  submit: (selection: StateBeforeTransition) => findTransition(userTransitions, selection, 'submit') !== undefined,
  approve: (selection: StateBeforeTransition) => findTransition(userTransitions, selection, 'approve') !== undefined,
  reject: (selection: StateBeforeTransition) => findTransition(userTransitions, selection, 'reject') !== undefined,
  withdraw: (selection: StateBeforeTransition) => findTransition(userTransitions, selection, 'withdraw') !== undefined,
  optOut: (selection: StateBeforeTransition) => findTransition(userTransitions, selection, 'opt-out') !== undefined,
  reapply: (selection: StateBeforeTransition) => findTransition(userTransitions, selection, 'reapply') !== undefined,
  reset: (selection: StateBeforeTransition) => findTransition(userTransitions, selection, 'reset') !== undefined,
}

export function findTransition(
  steps: readonly Transition[],
  { state, running }: StateBeforeTransition,
  action: SelectionAction,
): Transition | undefined {
  return steps.find((row) => row.from === state && row.action === action && (row.running ?? running) === running)
}

function choosing(from: SelectionState): Transition[] {
  return [
    { from, action: 'save-draft', to: 'draft', who: 'employee', effect: 'wait' },
    { from, action: 'submit', to: 'active', who: 'employee', effect: 'start' },
    { from, action: 'submit-for-approval', to: 'pending', who: 'employee', effect: 'wait' },
    { from, action: 'submit-for-evidence', to: 'pended', who: 'employee', effect: 'start-limited' },
  ]
}

function changing(from: SelectionState): Transition[] {
  return [
    { from, action: 'submit', to: 'active', who: 'employee', effect: 'start' },
    { from, action: 'submit-for-approval', to: 'pending-change', who: 'employee', effect: 'wait' },
    { from, action: 'submit-for-evidence', to: 'pended', who: 'employee', effect: 'start-limited' },
    { from, action: 'opt-out', to: 'opted-out', who: 'employee', effect: 'stop' },
    // Treats membership by automatic enrolment as if it had never begun (Pensions Act 2008, section 8).
    { from, action: 'opt-out-within-month', to: 'opted-out', who: 'employee', effect: 'stop' },
  ]
}

function applyingAgain(from: SelectionState): Transition[] {
  return [{ from, action: 'reapply', to: 'draft', who: 'employee', effect: 'wait' }, ...choosing(from)]
}
