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

function leaving(): Transition[] {
  // An opt-out may take effect after the last day of employment, so cover may still be in force on that day.
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
  const restored = [...endings, 'ended'] as const
  return [
    ...fromEach(endings, { action: 'end', to: 'ended', effect: 'stop' }),
    // Also from 'ended', because cover may be in force until employment ends on a later day.
    ...fromEach(restored, { action: 'expire', to: 'ended', effect: 'stop' }),
    ...fromEach(['pending'], { action: 'lapse', to: 'withdrawn', effect: 'stop' }),
    ...fromEach(['pending-change'], { action: 'lapse', to: 'active', effect: 'keep' }),
    ...fromEach(endings, { action: 'end-with-year', to: 'ended', effect: 'stop' }),
    // Restores versions one by one, even if the person has since tried to choose again.
    ...restored
      .filter((from) => from !== 'pending-change')
      .flatMap((from) => [
        ...fromEach([from], { action: 'reinstate', to: 'active', effect: 'start' }),
        ...fromEach([from], { action: 'reinstate-for-evidence', to: 'pended', effect: 'start-limited' }),
      ]),
    ...fromEach(['withdrawn', 'opted-out', 'ended'], {
      action: 'reinstate-application',
      to: 'pending',
      effect: 'wait',
    }),
    // Core cover may have begun beside the application.
    ...fromEach(['active', 'pended'], { action: 'reinstate-application', to: 'pending-change', effect: 'wait' }),
    ...fromEach(['draft', 'active', 'pending-change', 'pended'], {
      action: 'opt-out-by-notice',
      running: true,
      to: 'opted-out',
      effect: 'stop',
    }),
    ...fromEach(['active', 'pended'], { action: 'opt-out-again', to: 'opted-out', effect: 'stop' }),
  ]
}

function fromEach(states: readonly Transition['from'][], transition: Omit<Transition, 'from' | 'who'>): Transition[] {
  return states.map((from) => ({ from, who: 'system', ...transition }))
}

function recalculating(): Transition[] {
  return [
    // Core cover starts for joiners and people employed again; pensions also re-enrol people who opted out.
    ...(['none', 'ended', 'draft', 'pending', 'rejected', 'withdrawn', 'opted-out'] as const).flatMap((from) => [
      ...fromEach([from], { action: 'provide', to: 'active', effect: 'start' }),
      ...fromEach([from], { action: 'provide-for-evidence', to: 'pended', effect: 'start-limited' }),
    ]),
    // A price change, yearly increase or renewal replaces the version in force.
    ...(['reprice', 'rise', 'renew'] as const).flatMap((action) => [
      ...fromEach(['active', 'pended'], { action, to: 'active', effect: 'start' }),
      ...fromEach(['active', 'pended'], { action: `${action}-for-evidence`, to: 'pended', effect: 'start-limited' }),
      ...(['draft', 'pending-change'] as const).flatMap((from) => [
        ...fromEach([from], { action, running: true, to: from, effect: 'start' }),
        ...fromEach([from], { action: `${action}-for-evidence`, running: true, to: from, effect: 'start-limited' }),
      ]),
    ]),
    ...(['pending', 'pending-change'] as const).flatMap((from) =>
      fromEach([from], { action: 'reprice-application', to: from, effect: 'wait' }),
    ),
    // When the first working day moves, cover that began with it also moves, even if it ends later.
    ...(['active', 'draft', 'pending-change', 'pended'] as const).flatMap((from) =>
      fromEach([from], {
        action: 'move-start',
        running: true,
        to: from,
        effect: from === 'pended' ? 'start-limited' : 'start',
      }),
    ),
    ...(['opted-out', 'ended'] as const).flatMap((from) =>
      fromEach([from], { action: 'move-start', to: from, effect: 'stop' }),
    ),
    // The `-days` actions correct past days, or days before a later version. `restate` shows the newest version again.
    ...selectionStates
      .filter((state) => state !== 'none')
      .flatMap((from) =>
        (['reprice-days', 'rise-days', 'renew-days', 'restate'] as const).flatMap((action) =>
          fromEach([from], { action, to: from, effect: 'wait' }),
        ),
      ),
  ]
}
