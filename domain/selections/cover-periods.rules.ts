import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { SelectionState } from './benefits.contract.ts'
import type { SelectionAction } from './selection-steps.rules.ts'

export type DatedVersion = {
  version: number
  state: SelectionState
  action: string
  effectiveFrom: IsoDate | null
  effectiveTo?: IsoDate | null
}

/** Days on which a version is in force: until the day before `until`, or without an end. */
export type CoverPeriod<Version> = {
  version: Version
  from: IsoDate
  until?: IsoDate
  stopped?: Stop
}

type Stop = 'opt-out' | 'end' | 'year' | 'condition'

export const importedAction = 'take-over'

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
  importedAction,
] satisfies (SelectionAction | typeof importedAction)[])
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

export function continuesChoice(action: string): boolean {
  return repricing.has(action) || action.startsWith('reinstate') || action.startsWith('renew') || action === movesStart
}

export const endingActions: readonly string[] = Object.keys(stops)

export const startingActions: readonly string[] = [...starting]
export const statesInForce: readonly SelectionState[] = ['active', 'pended']

export const statesBeforeStart: ReadonlySet<SelectionState> = new Set([
  'none',
  'draft',
  'pending',
  'rejected',
  'withdrawn',
])

/** A new version replaces all earlier ones from its first day, even in the past; a repriced one only its own days. */
export function coverPeriodsOf<Version extends DatedVersion>(versions: readonly Version[]): CoverPeriod<Version>[] {
  let inForce: CoverPeriod<Version>[] = []
  for (const version of versions) {
    const { action, state, effectiveFrom: from, effectiveTo } = version
    if (from === null) continue
    const stop = stops[action]
    if (repricing.has(action)) {
      const until = effectiveTo ? addDays(effectiveTo, 1) : undefined
      inForce = inForce.flatMap((segment) => covered(segment, { version, from, until }))
    } else if (action === movesStart) {
      inForce = startMoved(inForce, { version, from })
    } else if (stop) {
      inForce = stoppedAt(inForce, from, stop)
    } else if (starting.has(action) && statesInForce.includes(state)) {
      // An imported version may be waiting for a decision or may have ended.
      inForce = [...cutAt(inForce, from, action.startsWith('reinstate')), { version, from }]
    }
  }
  return inForce
}

export function coversDays({ from, until }: CoverPeriod<unknown>): boolean {
  return until === undefined || from < until
}

export function firstDayOfCover(
  stretches: readonly { from: IsoDate; until?: IsoDate | undefined }[],
  from: IsoDate,
): IsoDate {
  const before = stretches.find((one) => one.until === from && one.from < from)
  return before ? firstDayOfCover(stretches, before.from) : from
}

export function coverPeriodOn<Version>(
  segments: readonly CoverPeriod<Version>[],
  day: IsoDate,
): CoverPeriod<Version> | undefined {
  return segments.find(({ from, until }) => from <= day && (until === undefined || day < until))
}

/** Only cover periods after the end of the previous employment move with the first day of this employment. */
export function coverPeriodsOfEmployment<Version>(
  inForce: readonly CoverPeriod<Version>[],
  day: IsoDate,
): CoverPeriod<Version>[] {
  const former = inForce.findLastIndex(({ stopped, until }) => stopped === 'end' && until !== undefined && until <= day)
  return inForce.slice(former + 1)
}

/** Periods that lose all their days remain in the list, because they belong to the same order. */
function startMoved<Version>(
  inForce: CoverPeriod<Version>[],
  { version, from }: { version: Version; from: IsoDate },
): CoverPeriod<Version>[] {
  const own = coverPeriodsOfEmployment(inForce, from)
  const first = own.find((segment) => coversDays(segment) && (segment.until === undefined || segment.until > from))
  return inForce.flatMap((segment): CoverPeriod<Version>[] => {
    if (!own.includes(segment)) return [segment]
    const { until, stopped: _, ...rest } = segment
    const empty = { ...rest, from, until: from }
    if (segment === first) return [empty, { ...segment, version, from }]
    return until !== undefined && until <= from ? [empty] : [segment]
  })
}

/** If the end was reversed, the last period stays open, so that an order's instalments continue. */
function cutAt<Version>(inForce: CoverPeriod<Version>[], day: IsoDate, isEndReversed: boolean): CoverPeriod<Version>[] {
  return inForce.map((segment) => {
    const { until } = segment
    const isReopened = isEndReversed && (until === undefined || until >= day)
    if (until !== undefined && (until < day || (until === day && !isReopened))) return segment
    const { stopped, ...rest } = segment
    return { ...rest, until: day, ...(stopped && !isReopened && { stopped }) }
  })
}

function stoppedAt<Version>(inForce: CoverPeriod<Version>[], day: IsoDate, stopped: Stop): CoverPeriod<Version>[] {
  const cut = inForce.map((segment) =>
    segment.until === undefined || day < segment.until ? { ...segment, until: day } : segment,
  )
  const last = cut.findLast(coversDays) ?? cut.at(-1)
  return cut.map((segment) => (segment === last && segment.until === day ? { ...segment, stopped } : segment))
}

function covered<Version>(
  segment: CoverPeriod<Version>,
  { version, from, until }: { version: Version; from: IsoDate; until: IsoDate | undefined },
): CoverPeriod<Version>[] {
  const begins = segment.from < from ? from : segment.from
  const ends = earlier(segment.until, until)
  if (!coversDays(segment) || (ends !== undefined && ends <= begins)) return [segment]
  const { stopped, until: last, ...rest } = segment
  const after = ends !== undefined && (last === undefined || ends < last)
  const before: CoverPeriod<Version> = { ...rest, until: begins }
  const middle: CoverPeriod<Version> = {
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
