import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { Version } from './observations.ts'

/** Days of cover from one choice. `from` is the first day, `until` the first day without cover. */
export type Cover = {
  from: IsoDate
  until?: IsoDate
  version: Version
  /** The day on which the choice took effect, before any new price or renewal. */
  chosenFrom: IsoDate
  /** The version that ended the cover, if nothing replaced it. */
  endedBy?: Version
}

/** Matches actions that reprice, increase or renew a choice. They change cover only on the days on which they apply. */
const onItsDays = /^(reprice|rise|renew)/
const runs = new Set(['active', 'pended'])
const stops = new Set(['opt-out', 'opt-out-again', 'end', 'end-with-year', 'expire'])
/** Actions without a new choice. They restore an earlier state, or request a change that is not in force. */
const changesNothing = new Set(['reset', 'restate', 'withdraw', 'reject', 'save-draft', 'reapply'])

export function coverOf(versions: readonly Version[]): Cover[] {
  let cover: Cover[] = []
  for (const version of versions) {
    const { action, state, from } = version
    if (from === null || changesNothing.has(action) || state.startsWith('pending')) continue
    if (onItsDays.test(action)) {
      const until = version.to === null ? undefined : addDays(version.to, 1)
      cover = cover.flatMap((one) => replaced(one, { version, from, until }))
      continue
    }
    // Cover that begins on the first working day moves if that day changes.
    if (action === 'move-start') {
      const kept = cover.filter((one) => one.endedBy?.action === 'end' && one.until !== undefined && one.until <= from)
      cover = [...kept, { from, version, chosenFrom: from }]
      continue
    }
    if (stops.has(action) || state === 'ended' || state === 'opted-out') {
      cover = ended(cover, from, version)
      continue
    }
    // Reversing an end restores the same choice.
    const chosenFrom = action.startsWith('reinstate') ? (coverOn(cover, from)?.chosenFrom ?? from) : from
    if (runs.has(state)) cover = [...ended(cover, from), { from, version, chosenFrom }]
  }
  return cover.filter(({ from, until }) => until === undefined || from < until)
}

export function coverOn(cover: readonly Cover[], on: string): Cover | undefined {
  return cover.find(({ from, until }) => from <= on && (until === undefined || on < until))
}

function ended(cover: Cover[], from: IsoDate, by?: Version): Cover[] {
  const kept = cover.filter((one) => one.from < from)
  return kept.map((one, place) => {
    if (place < kept.length - 1) return one
    const { endedBy: _, ...others } = one
    const last = one.until !== undefined && one.until <= from
    return last
      ? by && one.until === from
        ? { ...one, endedBy: by }
        : one
      : { ...others, until: from, ...(by && { endedBy: by }) }
  })
}

function replaced(
  one: Cover,
  { version, from, until }: { version: Version; from: IsoDate; until: IsoDate | undefined },
): Cover[] {
  const begins = one.from < from ? from : one.from
  const ends = one.until !== undefined && (until === undefined || one.until < until) ? one.until : until
  if ((ends !== undefined && ends <= begins) || (one.until !== undefined && one.until <= begins)) return [one]
  const { until: _, endedBy, ...rest } = one
  const isLast = ends === one.until
  return [
    ...(one.from < begins ? [{ ...rest, until: begins }] : []),
    {
      ...rest,
      from: begins,
      version,
      ...(ends && { until: ends }),
      ...(isLast && endedBy && { endedBy }),
    },
    ...(isLast || ends === undefined ? [] : [{ ...one, from: ends }]),
  ]
}
