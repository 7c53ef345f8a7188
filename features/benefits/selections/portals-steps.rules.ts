import { selectionStates } from './selection-state.ts'
import type { SelectionStep } from './selection-states.rules.ts'

/** What the portal does by itself: answers of a provider, the end of employment, facts that change. The browser never asks for it. */
export const portalsSteps: readonly SelectionStep[] = [
  { from: 'pended', action: 'accept-evidence', to: 'active', who: 'system', effect: 'start' },
  // Cover goes on as it was, by a version that knows what was decided: prices that follow ask for no evidence again.
  { from: 'pended', action: 'decline-evidence', to: 'active', who: 'system', effect: 'start' },
  ...leaving(),
  ...following(),
]

/** Recording a last day ends what runs and drops what waits; taking it back restores both. */
function leaving(): SelectionStep[] {
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
  const ends = endings.map((from): SelectionStep => ({
    from,
    action: 'end',
    to: 'ended',
    who: 'system',
    effect: 'stop',
  }))
  return [
    ...ends,
    // Also what ends with the employment on a later day.
    ...([...endings, 'ended'] as const).map((from): SelectionStep => ({
      from,
      action: 'expire',
      to: 'ended',
      who: 'system',
      effect: 'stop',
    })),
    { from: 'pending', action: 'lapse', to: 'withdrawn', who: 'system', effect: 'stop' },
    { from: 'pending-change', action: 'lapse', to: 'active', who: 'system', effect: 'keep' },
    ...endings.map((from): SelectionStep => ({
      from,
      action: 'end-with-year',
      to: 'ended',
      who: 'system',
      effect: 'stop',
    })),
    // One stretch after the other, also of what was tried to be chosen anew meanwhile.
    ...([...endings, 'ended'] as const)
      .filter((from) => from !== 'pending-change')
      .flatMap((from): SelectionStep[] => [
        { from, action: 'reinstate', to: 'active', who: 'system', effect: 'start' },
        { from, action: 'reinstate-for-evidence', to: 'pended', who: 'system', effect: 'start-limited' },
      ]),
    ...(['withdrawn', 'opted-out', 'ended'] as const).map((from): SelectionStep => ({
      from,
      action: 'reinstate-application',
      to: 'pending',
      who: 'system',
      effect: 'wait',
    })),
    // Also where cover that everybody has began beside it.
    ...(['active', 'pended'] as const).map((from): SelectionStep => ({
      from,
      action: 'reinstate-application',
      to: 'pending-change',
      who: 'system',
      effect: 'wait',
    })),
    // The employer has recorded an opt-out notice.
    ...(['draft', 'active', 'pending-change', 'pended'] as const).map((from): SelectionStep => ({
      from,
      action: 'opt-out-by-notice',
      running: true,
      to: 'opted-out',
      who: 'system',
      effect: 'stop',
    })),
    // Who had opted out from a later day had not left by then.
    { from: 'active', action: 'opt-out-again', to: 'opted-out', who: 'system', effect: 'stop' },
    { from: 'pended', action: 'opt-out-again', to: 'opted-out', who: 'system', effect: 'stop' },
  ]
}

/** What the portal does by itself when facts or days change it: cover for everybody begins, prices follow, steps are taken. */
function following(): SelectionStep[] {
  const by: Pick<SelectionStep, 'who'> = { who: 'system' }
  const states = selectionStates.filter((state) => state !== 'none')
  return [
    // To joiners, and to whoever joins again after it ended with an employment, whatever they have tried to choose.
    // A pension enrols anew people who opted out.
    ...(['none', 'ended', 'draft', 'pending', 'rejected', 'withdrawn', 'opted-out'] as const).flatMap(
      (from): SelectionStep[] => [
        { from, action: 'provide', to: 'active', ...by, effect: 'start' },
        { from, action: 'provide-for-evidence', to: 'pended', ...by, effect: 'start-limited' },
      ],
    ),
    // Priced anew, a step up or renewed with the scheme year: what runs has another version from then on.
    ...(['reprice', 'rise', 'renew'] as const).flatMap((action): SelectionStep[] => [
      ...(['active', 'pended'] as const).flatMap((from): SelectionStep[] => [
        { from, action, to: 'active', ...by, effect: 'start' },
        { from, action: `${action}-for-evidence`, to: 'pended', ...by, effect: 'start-limited' },
      ]),
      ...(['draft', 'pending-change'] as const).flatMap((from): SelectionStep[] => [
        { from, action, running: true, to: from, ...by, effect: 'start' },
        { from, action: `${action}-for-evidence`, running: true, to: from, ...by, effect: 'start-limited' },
      ]),
    ]),
    ...(['pending', 'pending-change'] as const).map((from): SelectionStep => ({
      from,
      action: 'reprice-application',
      to: from,
      ...by,
      effect: 'wait',
    })),
    // The first working day moved: cover that began with it moves too, including cover that ends on a later day.
    ...(['active', 'draft', 'pending-change', 'pended'] as const).map((from): SelectionStep => ({
      from,
      action: 'move-start',
      running: true,
      to: from,
      ...by,
      effect: from === 'pended' ? 'start-limited' : 'start',
    })),
    ...(['opted-out', 'ended'] as const).map((from): SelectionStep => ({
      from,
      action: 'move-start',
      to: from,
      ...by,
      effect: 'stop',
    })),
    // Days that are over, or that something else follows; and what was shown before, shown again.
    ...states.flatMap((from): SelectionStep[] => [
      { from, action: 'reprice-days', to: from, ...by, effect: 'wait' },
      { from, action: 'rise-days', to: from, ...by, effect: 'wait' },
      { from, action: 'renew-days', to: from, ...by, effect: 'wait' },
      { from, action: 'restate', to: from, ...by, effect: 'wait' },
    ]),
  ]
}
