import { type IsoDate, londonDate } from '../../contract/dates.ts'
import { coversDays, coverPeriodsOf } from '../selections/cover-periods.rules.ts'
import type { SelectionVersion } from '../selections/selection.rules.ts'
import type { MembershipEnd, Membership } from './enrolment-assessment.rules.ts'

type Version = Pick<SelectionVersion, 'version' | 'state' | 'action' | 'effectiveFrom' | 'effectiveTo' | 'recordedAt'>

export function membershipsOf(versions: readonly Version[]): Membership[] {
  const stretches: { from: IsoDate; until?: IsoDate }[] = []
  const segments = coverPeriodsOf(versions).filter(coversDays)
  for (const { from, until } of segments.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = stretches.at(-1)
    if (last && last.until === from) stretches.splice(-1, 1, { from: last.from, ...(until && { until }) })
    else stretches.push({ from, ...(until && { until }) })
  }
  return stretches.map((stretch) => ({ ...stretch, begun: begunBy(versions, stretch.from) }))
}

function begunBy(versions: readonly Version[], from: IsoDate): Membership['begun'] {
  const actions = versions.filter(({ effectiveFrom }) => effectiveFrom === from).map(({ action }) => action)
  if (actions.some((action) => action.startsWith('provide'))) return 'by-enrolment'
  const isContinued = actions.some((action) => action === 'take-over' || action.startsWith('reinstate'))
  return isContinued ? 'before' : 'by-choice'
}

export const optOutsWithinMonth: ReadonlySet<string> = new Set(['opt-out-within-month', 'opt-out-by-notice'])

export function membershipEndsOf(versions: readonly Version[]): MembershipEnd[] {
  return versions.flatMap(({ action, effectiveFrom: from, recordedAt }): MembershipEnd[] => {
    if (from === null) return []
    if (optOutsWithinMonth.has(action)) return [{ from, on: londonDate(new Date(recordedAt)), withinOptOut: true }]
    return action === 'opt-out' || action === 'opt-out-again' ? [{ from, on: from, withinOptOut: false }] : []
  })
}
