import { selectionStates } from '../../domain/selections/selection-state.ts'
import type { Transition } from '../../domain/selections/selection-steps.rules.ts'

/** Transitions after provider decisions, ends of employment and changed facts. Browsers cannot request them. */
export const systemTransitions: readonly Transition[] = [
  { from: 'pended', action: 'accept-evidence', to: 'active', who: 'system', effect: 'start' },
  // Cover does not change. The new version stores the decision, so that repricing does not require evidence again.
  { from: 'pended', action: 'decline-evidence', to: 'active', who: 'system', effect: 'start' },
  ...leaving(),
  ...recalculating(),
]

/** Steps that end cover and applications, for example on leaving, and steps that undo such ends. */
function leaving(): Transition[] {
  // Cover opted out of from a later day may still be in force on the last day of employment.
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
  const ends = endings.map((from): Transition => ({
    from,
    action: 'end',
    to: 'ended',
    who: 'system',
    effect: 'stop',
  }))
  return [
    ...ends,
    // Includes cover that ends with employment on a later day.
    ...([...endings, 'ended'] as const).map((from): Transition => ({
      from,
      action: 'expire',
      to: 'ended',
      who: 'system',
      effect: 'stop',
    })),
    { from: 'pending', action: 'lapse', to: 'withdrawn', who: 'system', effect: 'stop' },
    { from: 'pending-change', action: 'lapse', to: 'active', who: 'system', effect: 'keep' },
    ...endings.map((from): Transition => ({
      from,
      action: 'end-with-year',
      to: 'ended',
      who: 'system',
      effect: 'stop',
    })),
    // Restores versions one by one, even if the person has tried to choose again meanwhile.
    ...([...endings, 'ended'] as const)
      .filter((from) => from !== 'pending-change')
      .flatMap((from): Transition[] => [
        { from, action: 'reinstate', to: 'active', who: 'system', effect: 'start' },
        { from, action: 'reinstate-for-evidence', to: 'pended', who: 'system', effect: 'start-limited' },
      ]),
    ...(['withdrawn', 'opted-out', 'ended'] as const).map((from): Transition => ({
      from,
      action: 'reinstate-application',
      to: 'pending',
      who: 'system',
      effect: 'wait',
    })),
    // Core cover may have begun beside the application.
    ...(['active', 'pended'] as const).map((from): Transition => ({
      from,
      action: 'reinstate-application',
      to: 'pending-change',
      who: 'system',
      effect: 'wait',
    })),
    // The employer has recorded an opt-out notice.
    ...(['draft', 'active', 'pending-change', 'pended'] as const).map((from): Transition => ({
      from,
      action: 'opt-out-by-notice',
      running: true,
      to: 'opted-out',
      who: 'system',
      effect: 'stop',
    })),
    // Repeats an opt-out that had not taken effect by the last day of employment.
    { from: 'active', action: 'opt-out-again', to: 'opted-out', who: 'system', effect: 'stop' },
    { from: 'pended', action: 'opt-out-again', to: 'opted-out', who: 'system', effect: 'stop' },
  ]
}

/** Steps of recalculation: core cover begins, and selections are repriced, increased or renewed. */
function recalculating(): Transition[] {
  const actor: Pick<Transition, 'who'> = { who: 'system' }
  const states = selectionStates.filter((state) => state !== 'none')
  return [
    // For joiners and people employed again, even if they have tried to choose. Pensions re-enrol people who opted out.
    ...(['none', 'ended', 'draft', 'pending', 'rejected', 'withdrawn', 'opted-out'] as const).flatMap(
      (from): Transition[] => [
        { from, action: 'provide', to: 'active', ...actor, effect: 'start' },
        { from, action: 'provide-for-evidence', to: 'pended', ...actor, effect: 'start-limited' },
      ],
    ),
    // A price change, yearly increase or renewal replaces the version in force.
    ...(['reprice', 'rise', 'renew'] as const).flatMap((action): Transition[] => [
      ...(['active', 'pended'] as const).flatMap((from): Transition[] => [
        { from, action, to: 'active', ...actor, effect: 'start' },
        { from, action: `${action}-for-evidence`, to: 'pended', ...actor, effect: 'start-limited' },
      ]),
      ...(['draft', 'pending-change'] as const).flatMap((from): Transition[] => [
        { from, action, running: true, to: from, ...actor, effect: 'start' },
        { from, action: `${action}-for-evidence`, running: true, to: from, ...actor, effect: 'start-limited' },
      ]),
    ]),
    ...(['pending', 'pending-change'] as const).map((from): Transition => ({
      from,
      action: 'reprice-application',
      to: from,
      ...actor,
      effect: 'wait',
    })),
    // When the first working day moves, cover that began with it moves too, even if it ends later.
    ...(['active', 'draft', 'pending-change', 'pended'] as const).map((from): Transition => ({
      from,
      action: 'move-start',
      running: true,
      to: from,
      ...actor,
      effect: from === 'pended' ? 'start-limited' : 'start',
    })),
    ...(['opted-out', 'ended'] as const).map((from): Transition => ({
      from,
      action: 'move-start',
      to: from,
      ...actor,
      effect: 'stop',
    })),
    // The `-days` steps correct past days or days before a later version. `restate` shows the former newest version again.
    ...states.flatMap((from): Transition[] => [
      { from, action: 'reprice-days', to: from, ...actor, effect: 'wait' },
      { from, action: 'rise-days', to: from, ...actor, effect: 'wait' },
      { from, action: 'renew-days', to: from, ...actor, effect: 'wait' },
      { from, action: 'restate', to: from, ...actor, effect: 'wait' },
    ]),
  ]
}
