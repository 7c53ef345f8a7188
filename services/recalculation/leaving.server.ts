import { addDays, type IsoDate, londonDate } from '../../contract/dates.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import type { DatedFact } from '../../domain/tax/person-facts.rules.ts'
import { isProvidedToAll } from './choice-origin.rules.ts'
import { nextVersion } from './next-version.server.ts'
import {
  coversDays,
  coverPeriodOn,
  coverPeriodsOf,
  statesBeforeStart,
} from '../../domain/selections/cover-periods.rules.ts'
import { inForceAfter, transitionOf } from './selection-states.rules.ts'
import type { NewVersion, SelectionVersion } from '../../domain/selections/selection.rules.ts'
import { recalculationMessages as say } from './recalculation.messages.ts'
import { rejoinedOn } from '../../domain/windows/leaving.rules.ts'
import { type SelectionWithHistory, applyVersion } from './apply-version.rules.ts'
import type { SelectionAction } from '../../domain/selections/selection-steps.rules.ts'

export function leavingSteps(
  history: SelectionWithHistory,
  {
    firstDayAfterLeaving,
    lastDay = firstDayAfterLeaving && addDays(firstDayAfterLeaving, -1),
    joinedAgain,
    today,
  }: {
    firstDayAfterLeaving: IsoDate | null
    lastDay?: IsoDate | null
    joinedAgain: (since: IsoDate) => boolean
    today: IsoDate
  },
): NewVersion[] {
  const last = lastDecisive(history.versions)
  const endedOn = endOf(history)?.effectiveFrom ?? null
  if (endedOn !== null && endedOn === firstDayAfterLeaving && history.selection.state === 'ended') return []
  const steps: NewVersion[] = []
  let current = history
  const take = (next: NewVersion | undefined) => {
    if (!next) return
    steps.push(next)
    current = applyVersion(current, next, today)
  }

  const reason = lastDay === null ? say.staying : say.leavingLater(lastDay)
  if (endedOn !== null && endedOn !== firstDayAfterLeaving && !joinedAgain(endedOn)) {
    for (const next of restoredVersions(current, { action: 'end', endedFrom: endedOn, reason })) take(next)
    if (wasPending(history, joinedAgain)) take(pendingAgain(current, reason))
  } else if (history.selection.state === 'withdrawn' && last?.action === 'lapse') {
    const lapsedFrom = dayAfterLapse(last, firstDayAfterLeaving)
    if (lapsedFrom !== firstDayAfterLeaving && !joinedAgain(lapsedFrom)) take(pendingAgain(current, reason))
  }
  if (firstDayAfterLeaving === null || lastDay === null) return steps
  const { state } = current.selection
  // A start before the last day can still be approved, unless the current cover ends with employment.
  const isTooLate =
    lastDay < today ||
    (current.selection.newest.effectiveFrom ?? today) > lastDay ||
    isInForceAfter(current, firstDayAfterLeaving)
  if ((state === 'pending' || state === 'pending-change') && isTooLate)
    take(lapsed(current, { firstDayAfterLeaving, lastDay }))
  if (isInForceAfter(current, firstDayAfterLeaving))
    take(endingVersion(current, { action: 'end', day: firstDayAfterLeaving, reason: say.leaving(lastDay) }))
  return steps
}

export function rejoiningSteps(
  history: SelectionWithHistory,
  {
    leaving,
    facts,
    until,
  }: Pick<BenefitDefinition, 'leaving'> & {
    facts: readonly DatedFact[]
    until: IsoDate
  },
): NewVersion[] {
  const endedFrom = endOf(history)?.effectiveFrom
  if (!endedFrom || history.selection.state !== 'ended' || leaving?.restoreWithin === undefined) return []
  const from = rejoinedOn(facts, { endedFrom, within: leaving.restoreWithin })
  if (from === null || from > until) return []
  return restoredVersions(history, { action: 'end', endedFrom, from, reason: say.rejoined(from) })
}

function lastDecisive(versions: readonly SelectionVersion[]): SelectionVersion | undefined {
  return versions.findLast(({ action }) => action !== 'restate' && !/^(reprice|rise|renew)/.test(action))
}

function endOf({ versions }: SelectionWithHistory): SelectionVersion | undefined {
  const end = versions.findLastIndex(({ action }) => action === 'end')
  const since = versions.slice(end + 1)
  return since.every(({ state }) => state === 'ended' || statesBeforeStart.has(state)) ? versions[end] : undefined
}

export function isInForceAfter({ versions }: SelectionWithHistory, day: IsoDate): boolean {
  return coverPeriodsOf(versions).some((segment) => coversDays(segment) && (!segment.until || segment.until > day))
}

/** Returns the version that ends all cover in force on or after `day`. Throws an Error if it cannot end. */
export function endingVersion(
  history: SelectionWithHistory,
  { action, day, reason }: { action: 'end' | 'expire'; day: IsoDate; reason: string },
): NewVersion {
  const next = stepped(history, action, reason)
  if (!next) throw new Error(`${history.selection.id} is in force on ${day} and cannot end`)
  const last = coverPeriodOn(coverPeriodsOf(history.versions), addDays(day, -1))?.version
  const { schemeYearId, choice, peopleCovered } = last ?? history.selection.running ?? history.selection.newest
  return {
    ...next,
    schemeYearId,
    choice,
    peopleCovered,
    price: null,
    effectiveFrom: day,
    effectiveTo: addDays(day, -1),
  }
}

/** Undoes an end: restores each version that was to be in force after it, and repeats later opt-outs. */
export function restoredVersions(
  { selection, versions }: SelectionWithHistory,
  {
    action: ending,
    endedFrom,
    from: again = endedFrom,
    reason,
  }: {
    action: 'end' | 'expire'
    endedFrom: IsoDate
    from?: IsoDate
    reason: string
  },
): NewVersion[] {
  const end = versions.findLastIndex(({ action }) => action === ending)
  const before = coverPeriodsOf(versions.slice(0, end)).filter(
    (segment) => coversDays(segment) && (!segment.until || segment.until > again),
  )
  return before.flatMap((segment, index) => {
    const { version, from, until, stopped } = segment
    const action: SelectionAction = version.state === 'pended' ? 'reinstate-for-evidence' : 'reinstate'
    const step = transitionOf({ state: 'ended', running: false }, action, 'system')
    if (step.outcome === 'refused') throw new Error(`Removing a last day: ${step.sentence}`)
    const start: NewVersion = {
      ...contentOf(version),
      effectiveFrom: again > endedFrom && again > from ? again : from,
      state: step.to,
      action,
      runs: inForceAfter(step.effect),
      actorId: null,
      reason,
    }
    const next = before[index + 1]
    if (until === undefined || next?.from === until || stopped === 'condition') return [start]
    const left = next ? version : (versions[end - 1] ?? selection.newest)
    return [start, optedOut(left, { from: until, reason })]
  })
}

function optedOut(left: SelectionVersion, { from, reason }: { from: IsoDate; reason: string }): NewVersion {
  return {
    ...contentOf(left),
    price: null,
    effectiveFrom: from,
    effectiveTo: addDays(from, -1),
    state: 'opted-out',
    action: 'opt-out-again',
    runs: 'nothing',
    actorId: null,
    reason,
  }
}

function wasPending({ versions }: SelectionWithHistory, joinedAgain: (since: IsoDate) => boolean): boolean {
  const former = versions.findLastIndex((one) => {
    const dayAfterLeaving = dayAfterEmployment(one)
    return dayAfterLeaving !== null && joinedAgain(dayAfterLeaving)
  })
  const last = lastDecisive(
    versions
      .slice(former + 1)
      .filter(
        (one) => one.action !== 'end' && one.action !== 'reset' && one.state !== 'draft' && !isProvidedToAll(one),
      ),
  )
  return last?.action === 'lapse' || last?.state === 'pending'
}

function dayAfterEmployment(version: SelectionVersion): IsoDate | null {
  if (version.action === 'end') return version.effectiveFrom
  return version.action === 'lapse' && version.state === 'withdrawn' ? dayAfterLapse(version, null) : null
}

function lapsed(
  history: SelectionWithHistory,
  { firstDayAfterLeaving, lastDay }: { firstDayAfterLeaving: IsoDate; lastDay: IsoDate },
): NewVersion | undefined {
  const next = stepped(history, 'lapse', say.lapsed(lastDay))
  return next?.state === 'withdrawn' ? { ...next, effectiveTo: addDays(firstDayAfterLeaving, -1) } : next
}

function dayAfterLapse({ effectiveTo, recordedAt }: SelectionVersion, firstDayAfterLeaving: IsoDate | null): IsoDate {
  return effectiveTo === null
    ? (firstDayAfterLeaving ?? addDays(londonDate(new Date(recordedAt)), 1))
    : addDays(effectiveTo, 1)
}

function pendingAgain(history: SelectionWithHistory, reason: string): NewVersion | undefined {
  const waited = history.versions.findLast(({ state }) => state === 'pending' || state === 'pending-change')
  const next = stepped(history, 'reinstate-application', reason)
  if (!next || !waited) return undefined
  return { ...next, ...contentOf(waited), effectiveFrom: waited.effectiveFrom, effectiveTo: waited.effectiveTo }
}

function stepped({ selection }: SelectionWithHistory, action: SelectionAction, reason: string): NewVersion | undefined {
  const step = transitionOf({ state: selection.state, running: selection.versionInForce !== null }, action, 'system')
  return step.outcome === 'moved' ? nextVersion({ selection, action, step, actorId: null, reason }) : undefined
}

function contentOf({
  schemeYearId,
  choice,
  peopleCovered,
  price,
}: SelectionVersion): Pick<NewVersion, 'schemeYearId' | 'choice' | 'peopleCovered' | 'price'> {
  return { schemeYearId, choice, peopleCovered, price }
}
