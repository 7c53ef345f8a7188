import type { SelectionState } from './benefits.contract.ts'
import { selectionMessages } from './selection.messages.ts'

/** `system` is the portal itself: facts that change, cover given to everybody, the end of employment, answers of a provider. */
export type SelectionActor = 'employee' | 'employer' | 'system'

/**
 * What may happen to a selection. Submitting has three roads, by what the benefit asks of the choice (`roadOf`):
 * `submit` starts it at once, `submit-for-approval` waits for the employer, `submit-for-evidence` for the insurer.
 */
export const selectionActions = [
  'save-draft',
  'submit',
  'submit-for-approval',
  'submit-for-evidence',
  'approve',
  'reject',
  'withdraw',
  'opt-out',
  'reapply',
  'reset',
  'accept-evidence',
  'decline-evidence',
  'end',
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
type Row = {
  from: SelectionState
  action: SelectionAction
  running?: boolean
  /** `before` is the state from which the draft was begun. */
  to: SelectionState | 'before'
  who: SelectionActor
  effect: SelectionEffect
}

/** A state in words. */
export function statusLabel(state: SelectionState): string {
  return selectionMessages.status[state]
}

/** Every step there is. What is not here is refused. Approving and rejecting start from the same states (APPROVE). */
export const selectionSteps: readonly Row[] = [
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
  { from: 'draft', action: 'opt-out', running: true, to: 'opted-out', who: 'employee', effect: 'stop' },

  { from: 'pending', action: 'submit', to: 'active', who: 'employee', effect: 'start' },
  { from: 'pending', action: 'submit-for-approval', to: 'pending', who: 'employee', effect: 'wait' },
  { from: 'pending', action: 'submit-for-evidence', to: 'pended', who: 'employee', effect: 'start-limited' },
  { from: 'pending', action: 'approve', to: 'active', who: 'employer', effect: 'start' },
  { from: 'pending', action: 'reject', to: 'rejected', who: 'employer', effect: 'stop' },
  { from: 'pending', action: 'withdraw', to: 'withdrawn', who: 'employee', effect: 'stop' },

  ...changing('active'),
  { from: 'active', action: 'save-draft', to: 'draft', who: 'employee', effect: 'wait' },

  ...changing('pending-change'),
  { from: 'pending-change', action: 'approve', to: 'active', who: 'employer', effect: 'start' },
  { from: 'pending-change', action: 'reject', to: 'active', who: 'employer', effect: 'keep' },
  { from: 'pending-change', action: 'withdraw', to: 'active', who: 'employee', effect: 'keep' },

  ...changing('pended'),
  { from: 'pended', action: 'accept-evidence', to: 'active', who: 'system', effect: 'start' },
  { from: 'pended', action: 'decline-evidence', to: 'active', who: 'system', effect: 'keep' },
  { from: 'pended', action: 'withdraw', to: 'active', who: 'employee', effect: 'keep' },

  ...applyingAgain('rejected'),
  ...applyingAgain('opted-out'),
  ...applyingAgain('withdrawn'),
  ...applyingAgain('ended'),

  ...leaving(),
  ...following(),
]

/** A selection as far as its steps go. `before` is the state from which a draft was begun, 'none' for the first. */
export type SelectionPosition = { state: SelectionState; running: boolean; before?: SelectionState }

export type Step =
  | { outcome: 'moved'; to: SelectionState; effect: SelectionEffect }
  | { outcome: 'refused'; why: 'not-in-this-state' | 'not-yours'; state: SelectionState; sentence: string }

/** Where an action takes a selection, or why not; a refusal carries the state that stands (409). */
export function takeStep(selection: SelectionPosition, action: SelectionAction, actor: SelectionActor): Step {
  const row = rowOf(selection, action)
  if (!row)
    return refused(
      selection.state,
      'not-in-this-state',
      selectionMessages.notInThisState(selectionMessages.status[selection.state]),
    )
  if (row.who !== actor) return refused(selection.state, 'not-yours', selectionMessages.notYours)
  return { outcome: 'moved', to: row.to === 'before' ? (selection.before ?? 'none') : row.to, effect: row.effect }
}

/** What every button asks; whether the person may and the window is open is asked besides (`allowedActions`). */
export const selectionCan = {
  saveDraft: (selection: SelectionPosition) => rowOf(selection, 'save-draft') !== undefined,
  submit: (selection: SelectionPosition) => rowOf(selection, 'submit') !== undefined,
  approve: (selection: SelectionPosition) => rowOf(selection, 'approve') !== undefined,
  reject: (selection: SelectionPosition) => rowOf(selection, 'reject') !== undefined,
  withdraw: (selection: SelectionPosition) => rowOf(selection, 'withdraw') !== undefined,
  optOut: (selection: SelectionPosition) => rowOf(selection, 'opt-out') !== undefined,
  reapply: (selection: SelectionPosition) => rowOf(selection, 'reapply') !== undefined,
  reset: (selection: SelectionPosition) => rowOf(selection, 'reset') !== undefined,
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

function rowOf({ state, running }: SelectionPosition, action: SelectionAction): Row | undefined {
  return selectionSteps.find(
    (row) => row.from === state && row.action === action && (row.running ?? running) === running,
  )
}

function refused(state: SelectionState, why: 'not-in-this-state' | 'not-yours', sentence: string): Step {
  return { outcome: 'refused', why, state, sentence }
}

/** First choices: nothing runs. */
function choosing(from: SelectionState): Row[] {
  return [
    { from, action: 'save-draft', to: 'draft', who: 'employee', effect: 'wait' },
    { from, action: 'submit', to: 'active', who: 'employee', effect: 'start' },
    { from, action: 'submit-for-approval', to: 'pending', who: 'employee', effect: 'wait' },
    { from, action: 'submit-for-evidence', to: 'pended', who: 'employee', effect: 'start-limited' },
  ]
}

/** Changes of something that runs. */
function changing(from: SelectionState): Row[] {
  return [
    { from, action: 'submit', to: 'active', who: 'employee', effect: 'start' },
    { from, action: 'submit-for-approval', to: 'pending-change', who: 'employee', effect: 'wait' },
    { from, action: 'submit-for-evidence', to: 'pended', who: 'employee', effect: 'start-limited' },
    { from, action: 'opt-out', to: 'opted-out', who: 'employee', effect: 'stop' },
  ]
}

/** BENEFIT-23: applying again creates a selection anew, by way of a draft or at once. */
function applyingAgain(from: SelectionState): Row[] {
  return [{ from, action: 'reapply', to: 'draft', who: 'employee', effect: 'wait' }, ...choosing(from)]
}

/** Recording a last day ends what runs and drops what waits; taking it back restores both. */
function leaving(): Row[] {
  // What was left from a later day may still run on the last one.
  const endings = [
    'draft',
    'pending',
    'active',
    'pending-change',
    'pended',
    'opted-out',
    'withdrawn',
    'rejected',
  ] as const
  const ends = endings.map((from): Row => ({
    from,
    action: 'end',
    to: 'ended',
    who: 'system',
    effect: 'stop',
  }))
  return [
    ...ends,
    { from: 'pending', action: 'lapse', to: 'withdrawn', who: 'system', effect: 'stop' },
    { from: 'pending-change', action: 'lapse', to: 'active', who: 'system', effect: 'keep' },
    { from: 'ended', action: 'reinstate', to: 'active', who: 'system', effect: 'start' },
    { from: 'ended', action: 'reinstate-for-evidence', to: 'pended', who: 'system', effect: 'start-limited' },
    { from: 'withdrawn', action: 'reinstate-application', to: 'pending', who: 'system', effect: 'wait' },
    // Who had opted out from a later day had not left by then.
    { from: 'active', action: 'opt-out-again', to: 'opted-out', who: 'system', effect: 'stop' },
    { from: 'pended', action: 'opt-out-again', to: 'opted-out', who: 'system', effect: 'stop' },
  ]
}

/** What the portal does by itself when facts change: cover for everybody begins, prices follow; nothing is chosen anew. */
function following(): Row[] {
  const by: Pick<Row, 'who'> = { who: 'system' }
  const states = [
    'draft',
    'pending',
    'active',
    'pending-change',
    'pended',
    'rejected',
    'opted-out',
    'withdrawn',
    'ended',
  ] as const
  return [
    { from: 'none', action: 'provide', to: 'active', ...by, effect: 'start' },
    { from: 'none', action: 'provide-for-evidence', to: 'pended', ...by, effect: 'start-limited' },
    ...(['active', 'pended'] as const).flatMap((from): Row[] => [
      { from, action: 'reprice', to: 'active', ...by, effect: 'start' },
      { from, action: 'reprice-for-evidence', to: 'pended', ...by, effect: 'start-limited' },
    ]),
    ...(['draft', 'pending-change'] as const).flatMap((from): Row[] => [
      { from, action: 'reprice', running: true, to: from, ...by, effect: 'start' },
      { from, action: 'reprice-for-evidence', running: true, to: from, ...by, effect: 'start-limited' },
    ]),
    ...(['pending', 'pending-change'] as const).map((from): Row => ({
      from,
      action: 'reprice-application',
      to: from,
      ...by,
      effect: 'wait',
    })),
    // Days that are over, or that something else follows; and what was shown before, shown again.
    ...states.flatMap((from): Row[] => [
      { from, action: 'reprice-days', to: from, ...by, effect: 'wait' },
      { from, action: 'restate', to: from, ...by, effect: 'wait' },
    ]),
  ]
}
