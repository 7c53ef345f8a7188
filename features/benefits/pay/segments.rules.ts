import { addDays, type IsoDate } from '../../../contract/dates.ts'
import type { SelectionState } from '../benefits.contract.ts'
import type { SelectionAction } from '../selections/selection-states.rules.ts'

/** What of a version decides whether and when it ran. */
export type DatedVersion = {
  version: number
  state: SelectionState
  action: string
  effectiveFrom: IsoDate | null
  effectiveTo?: IsoDate | null
}

/** A stretch of days over which a version runs: until the day before `until`, or on and on. */
export type Segment<Version> = {
  version: Version
  from: IsoDate
  until?: IsoDate
  /** Ended for good: by `end` of employment, the scheme `year`, or a failed `condition`. */
  stopped?: Stop
}

type Stop = 'opt-out' | 'end' | 'year' | 'condition'

/** What was held when the portal began to serve the client, taken over from before. */
export const takenOver = 'take-over'

/** Moves the start of versions that begin on the first working day when that day changes. */
const movesStart: SelectionAction = 'move-start'

const starting = new Set<string>([
  'submit',
  'submit-for-evidence',
  'approve',
  'approve-for-evidence',
  'accept-evidence',
  'decline-evidence',
  'provide',
  'provide-for-evidence',
  'reinstate',
  'reinstate-for-evidence',
  takenOver,
] satisfies (SelectionAction | typeof takenOver)[])
const repricing = new Set<string>([
  'reprice',
  'reprice-for-evidence',
  'reprice-days',
  'rise',
  'rise-for-evidence',
  'rise-days',
  'renew',
  'renew-for-evidence',
  'renew-days',
] satisfies SelectionAction[])
const stops: Readonly<Record<string, Stop>> = {
  'opt-out': 'opt-out',
  'opt-out-again': 'opt-out',
  'opt-out-within-month': 'opt-out',
  'opt-out-by-notice': 'opt-out',
  end: 'end',
  'end-with-year': 'year',
  expire: 'condition',
} satisfies Partial<Record<SelectionAction, Stop>>

/** Returns true if an action recalculates or restores a choice, and false if it makes one. */
export function continuesChoice(action: string): boolean {
  return repricing.has(action) || action.startsWith('reinstate') || action.startsWith('renew') || action === movesStart
}

/** The actions after which nothing runs: what is chosen then is chosen anew. */
export const endings: readonly string[] = Object.keys(stops)

/** The actions with which something begins to run, in these states; of what has none of them, nothing ever ran. */
export const beginnings: readonly string[] = [...starting]
export const statesThatRun: readonly SelectionState[] = ['active', 'pended']

/** The states in which nothing has begun, where nothing had before: it is not finished, waits for a decision or came to nothing. */
export const statesNotBegun: ReadonlySet<SelectionState> = new Set([
  'none',
  'draft',
  'pending',
  'rejected',
  'withdrawn',
])

/**
 * When each version of a selection ran or runs, in order of time. A version that starts takes the place of everything from
 * its day on, also where that day is past; one that is priced anew takes the place of what runs on its days, up to its last
 * one, and lets what comes later stand. Drafts, applications and refusals never ran. What was wholly replaced stays in the
 * list without a day of its own: what it has taken belongs to the same order.
 */
export function segmentsThatRan<Version extends DatedVersion>(versions: readonly Version[]): Segment<Version>[] {
  let ran: Segment<Version>[] = []
  for (const version of versions) {
    const { action, state, effectiveFrom: from, effectiveTo } = version
    if (from === null) continue
    const stop = stops[action]
    if (repricing.has(action)) {
      const until = effectiveTo ? addDays(effectiveTo, 1) : undefined
      ran = ran.flatMap((segment) => covered(segment, { version, from, until }))
    } else if (action === movesStart) {
      ran = startMoved(ran, { version, from })
    } else if (stop) {
      ran = stoppedAt(ran, from, stop)
    } else if (starting.has(action) && statesThatRun.includes(state)) {
      // What was taken over may have been waiting or over already.
      ran = [...cutAt(ran, from, action.startsWith('reinstate')), { version, from }]
    }
  }
  return ran
}

export function hasDays({ from, until }: Segment<unknown>): boolean {
  return until === undefined || from < until
}

/** Returns the first day of uninterrupted cover up to the start of one stretch of it. */
export function firstDayOfCover(
  stretches: readonly { from: IsoDate; until?: IsoDate | undefined }[],
  from: IsoDate,
): IsoDate {
  const before = stretches.find((one) => one.until === from && one.from < from)
  return before ? firstDayOfCover(stretches, before.from) : from
}

export function segmentOn<Version>(segments: readonly Segment<Version>[], day: IsoDate): Segment<Version> | undefined {
  return segments.find(({ from, until }) => from <= day && (until === undefined || day < until))
}

/** The segments since the last employment ended: only these begin with the first day of this one. */
export function segmentsOfEmployment<Version>(ran: readonly Segment<Version>[], day: IsoDate): Segment<Version>[] {
  const former = ran.findLastIndex(({ stopped, until }) => stopped === 'end' && until !== undefined && until <= day)
  return ran.slice(former + 1)
}

/** Segments that lose all their days remain, as part of the same order. */
function startMoved<Version>(
  ran: Segment<Version>[],
  { version, from }: { version: Version; from: IsoDate },
): Segment<Version>[] {
  const own = segmentsOfEmployment(ran, from)
  const first = own.find((segment) => hasDays(segment) && (segment.until === undefined || segment.until > from))
  return ran.flatMap((segment): Segment<Version>[] => {
    if (!own.includes(segment)) return [segment]
    const { until, stopped: _, ...rest } = segment
    const gone = { ...rest, from, until: from }
    if (segment === first) return [gone, { ...segment, version, from }]
    return until !== undefined && until <= from ? [gone] : [segment]
  })
}

/** What takes an end back goes on with the same order. */
function cutAt<Version>(ran: Segment<Version>[], day: IsoDate, endTakenBack: boolean): Segment<Version>[] {
  return ran.map((segment) => {
    const { until } = segment
    const goesOn = endTakenBack && (until === undefined || until >= day)
    if (until !== undefined && (until < day || (until === day && !goesOn))) return segment
    const { stopped, ...rest } = segment
    return { ...rest, until: day, ...(stopped && !goesOn && { stopped }) }
  })
}

function stoppedAt<Version>(ran: Segment<Version>[], day: IsoDate, stopped: Stop): Segment<Version>[] {
  const cut = ran.map((segment) =>
    segment.until === undefined || day < segment.until ? { ...segment, until: day } : segment,
  )
  const last = cut.findLast(hasDays) ?? cut.at(-1)
  return cut.map((segment) => (segment === last && segment.until === day ? { ...segment, stopped } : segment))
}

/** A segment around the days over which another version takes its place. */
function covered<Version>(
  segment: Segment<Version>,
  { version, from, until }: { version: Version; from: IsoDate; until: IsoDate | undefined },
): Segment<Version>[] {
  const begins = segment.from < from ? from : segment.from
  const ends = earlier(segment.until, until)
  if (!hasDays(segment) || (ends !== undefined && ends <= begins)) return [segment]
  const { stopped, until: last, ...rest } = segment
  const after = ends !== undefined && (last === undefined || ends < last)
  const before: Segment<Version> = { ...rest, until: begins }
  const middle: Segment<Version> = {
    version,
    from: begins,
    ...(ends && { until: ends }),
    ...(!after && stopped && { stopped }),
  }
  return [before, middle, ...(after ? [{ ...segment, from: ends }] : [])]
}

function earlier(one: IsoDate | undefined, other: IsoDate | undefined): IsoDate | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return one < other ? one : other
}
