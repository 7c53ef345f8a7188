import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, isoDate, type IsoDate } from '../../contract/dates.ts'
import type { BenefitId, PersonId, SchemeYearId, SelectionId } from '../../contract/ids.ts'
import { coverPeriodOn, coverPeriodsOf } from '../../domain/selections/cover-periods.rules.ts'
import { randomTestSeed } from '../../features/benefits/random-test-seed.samples.ts'
import { selectionTransitions } from './selection-states.rules.ts'
import type { NewVersion, SelectionVersion } from '../../domain/selections/selection.rules.ts'
import { leavingSteps } from './leaving.server.ts'
import { type SelectionWithHistory, applyVersion } from './apply-version.rules.ts'

const day = (date: string) => isoDate.parse(date)

type Move = {
  does: 'choose' | 'opt-out' | 'ask' | 'provide' | 'reapply' | 'reset' | 'reject' | 'withdraw'
  from: IsoDate
}

/** The value of each choice identifies its action. */
function heldAfter(moves: readonly Move[]): SelectionWithHistory {
  const first: SelectionVersion = {
    version: 1,
    schemeYearId: 'year' as SchemeYearId,
    state: 'active',
    action: 'submit',
    choice: { values: { place: 'first' }, people: [] },
    peopleCovered: [],
    price: null,
    effectiveFrom: day('2026-04-06'),
    effectiveTo: null,
    replaces: null,
    actorId: null,
    reason: null,
    recordedAt: '2026-04-01T09:00:00Z',
  }
  const begun: SelectionWithHistory = {
    selection: {
      id: 'selection' as SelectionId,
      personId: 'amelia' as PersonId,
      benefitId: 'benefit' as BenefitId,
      state: 'active',
      version: 1,
      versionInForce: 1,
      newest: first,
      running: first,
    },
    versions: [first],
  }
  return moved(begun, moves)
}

function moved(begun: SelectionWithHistory, moves: readonly Move[]): SelectionWithHistory {
  return moves.reduce((held, { does, from }, place) => {
    const runs = held.selection.running !== null
    const next: NewVersion = {
      ...{
        choose: { state: 'active', action: 'submit', runs: 'this' } as const,
        'opt-out': { state: 'opted-out', action: 'opt-out', runs: 'nothing' } as const,
        ask: { state: runs ? 'pending-change' : 'pending', action: 'submit-for-approval', runs: 'as-before' } as const,
        provide: { state: 'active', action: 'provide', runs: 'this' } as const,
        reapply: { state: 'draft', action: 'reapply', runs: 'as-before' } as const,
        reset: { state: 'ended', action: 'reset', runs: 'as-before' } as const,
        reject: { state: 'rejected', action: 'reject', runs: 'nothing' } as const,
        withdraw: { state: 'withdrawn', action: 'withdraw', runs: 'nothing' } as const,
      }[does],
      schemeYearId: held.selection.newest.schemeYearId,
      choice: { values: { place: String(place) }, people: [] },
      peopleCovered: [],
      price: null,
      effectiveFrom: from,
      actorId: null,
    }
    return applyVersion(held, next, from)
  }, begun)
}

function isInTable(versions: readonly SelectionVersion[], place: number): boolean {
  const [before, one] = [versions[place - 1], versions[place]]
  return (
    before === undefined ||
    selectionTransitions.some(
      ({ from, action, to }) =>
        from === before.state && action === one?.action && (to === one.state || to === 'before'),
    )
  )
}

it('removing a last day on the day after it restores choices, their first days and pending applications', () => {
  const anyDay = fc.integer({ min: 0, max: 360 }).map((days) => addDays(day('2026-04-06'), days))
  const moves = fc.array(fc.record({ does: fc.constantFrom('choose' as const, 'opt-out' as const), from: anyDay }), {
    maxLength: 5,
  })
  const asks = fc.option(anyDay.map((from): Move => ({ does: 'ask', from })))
  // Actions tried while a last day is known. They have no effect.
  const meanwhile = fc.constantFrom<Move['does'][]>(
    [],
    ['reapply'],
    ['reapply', 'reset'],
    ['ask', 'reject'],
    ['ask', 'withdraw'],
  )
  fc.assert(
    fc.property(moves, asks, anyDay, meanwhile, (all, asked, goneOn, tried) => {
      const held = heldAfter([...all.toSorted((a, b) => (a.from < b.from ? -1 : 1)), ...(asked ? [asked] : [])])
      const told = { joinedAgain: () => false, today: goneOn }
      const follow = (stands: SelectionWithHistory, gone: IsoDate | null) =>
        leavingSteps(stands, { ...told, firstDayAfterLeaving: gone }).reduce(
          (now, next) => applyVersion(now, next, goneOn),
          stands,
        )
      const gone = follow(held, goneOn)
      const ended = gone.selection.state === 'ended'
      const restored = follow(
        ended
          ? moved(
              gone,
              tried.map((does) => ({ does, from: goneOn })),
            )
          : gone,
        null,
      )
      const runs = ({ versions }: SelectionWithHistory) => {
        const segments = coverPeriodsOf(versions)
        return Array.from({ length: 365 }, (_, days) => {
          const on = addDays(day('2026-04-06'), days)
          return [on, coverPeriodOn(segments, on)?.version.choice.values['place']]
        })
      }
      expect(runs(restored)).toEqual(runs(held))
      const waits = ({ selection: { state, newest } }: SelectionWithHistory) =>
        asked && [state, newest.choice, newest.effectiveFrom]
      const askedSince = ended && tried.includes('ask')
      expect(askedSince || waits(restored)).toEqual(askedSince || waits(held))
      const since = restored.versions.filter((_, place) => place >= held.versions.length)
      expect(since.filter((one) => !isInTable(restored.versions, one.version - 1))).toEqual([])
    }),
    { numRuns: process.env['LONG_TESTS'] ? 5_000 : 200, seed: randomTestSeed('a last day taken back') },
  )
})

describe('application for a benefit before its core cover began', () => {
  /** An application lapses, then core cover ends and the end is removed. A rejoiner starts on 1 July. */
  function lived({ toldFor, joinedOn }: { toldFor: string; joinedOn: string }): SelectionWithHistory {
    const asked = heldAfter([
      { does: 'opt-out', from: day('2026-04-06') },
      { does: 'ask', from: day('2026-10-01') },
    ])
    const joinedAgain = (since: IsoDate) => joinedOn >= since
    const follow = (stands: SelectionWithHistory, lastDay: string | null) =>
      leavingSteps(stands, {
        firstDayAfterLeaving: lastDay === null ? null : addDays(day(lastDay), 1),
        joinedAgain,
        today: day('2026-05-01'),
      }).reduce((now, next) => applyVersion(now, next, day('2026-05-01')), stands)
    const given = moved(follow(asked, toldFor), [{ does: 'provide', from: day('2026-07-01') }])
    return follow(follow(given, '2026-09-30'), null)
  }

  it('is pending again beside core cover if the last day that had caused its withdrawal is removed', () => {
    const { selection, versions } = lived({ toldFor: '2026-09-30', joinedOn: '2026-04-06' })
    expect(versions.slice(3).map(({ action }) => action)).toEqual([
      'lapse',
      'provide',
      'end',
      'reinstate',
      'reinstate-application',
    ])
    expect(selection).toMatchObject({
      state: 'pending-change',
      newest: { choice: { values: { place: '1' } }, effectiveFrom: '2026-10-01' },
      running: { action: 'reinstate' },
    })
  })

  it('is not pending again if it was withdrawn at the end of an earlier employment', () => {
    const { selection, versions } = lived({ toldFor: '2026-05-31', joinedOn: '2026-07-01' })
    expect(versions.slice(3).map(({ action }) => action)).toEqual(['lapse', 'provide', 'end', 'reinstate'])
    expect(selection.state).toBe('active')
  })
})
