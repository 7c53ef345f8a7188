import { day } from '../../golden/independent/days.ts'
import { categoryOn } from '../../golden/independent/auto-enrolment.ts'
import { coverOn } from '../cover.ts'
import { cellOn, employmentOn } from '../life.ts'
import { type Held, pounds, type Rule, type Seen, yearOn } from './rule.ts'

/** Outcomes of eligible jobholders who are not members. */
const reasons = new Set(['postponed', 'opted-out', 'left', 'recently-left', 'leaving', 'before-portal', 'no-price'])

/** Every eligible jobholder is a member, or has a recorded reason. */
export const enrolledOrReason: Rule = (seen) => {
  const { life, today, assessments } = seen
  const pension = pensionOn(seen, today)
  const employment = employmentOn(life, today)
  const isEmployed = employment && employment.first <= today && (employment.last ?? today) >= today && !life.dead
  if (!pension || !isEmployed || ['inactive', 'left'].includes(cellOn(life, 'status', today))) return []
  const held = seen.held.find(({ benefit }) => benefit === pension)
  const now = assessments.findLast(({ from }) => from <= today)
  const wrong = (expected: string, got: string) => [{ day: today, benefit: pension, expected, got }]
  // The next daily job assesses people who joined since the last one.
  if (!now || now.to < today) return []
  const pay = Number(now.earnings ?? 0n)
  const frequency = frequencyOf(seen, now.from)
  const category = frequency && categoryOn({ born: day(life.born), on: day(now.from), pence: pay, frequency })
  if (category && category !== now.category) return wrong(`assessed as ${category}`, now.category)
  if (now.category !== 'eligible' || reasons.has(now.outcome)) return []
  const isMember = held !== undefined && (coverOn(held.cover, today) ?? coverAhead(held, today)) !== undefined
  // An opt-out of today is recorded with the next assessment.
  const leftToday = held?.versions.some(
    ({ action, recordedOn }) => action.startsWith('opt-out') && recordedOn >= now.from,
  )
  return isMember || leftToday ? [] : wrong('a member, or a reason', now.outcome)
}

/** After an opt-out within the month, the payroll lines of the membership add up to zero. */
export const optOutSumsToZero: Rule = (seen) =>
  seen.held.flatMap((held) => {
    const voids = held.versions.filter(({ action }) => /^opt-out-(within-month|by-notice)$/.test(action))
    if (voids.length === 0 || held.cover.length > 0) return []
    const sum = held.lines.reduce((all, { employee, employer }) => all + employee + employer, 0n)
    return sum === 0n
      ? []
      : [{ day: seen.today, benefit: held.benefit, expected: 'lines that come to nothing', got: pounds(sum) }]
  })

function coverAhead({ cover }: Held, today: string) {
  return cover.find(({ from }) => from > today)
}

function pensionOn(seen: Seen, on: string): string | undefined {
  const { benefits } = yearOn(seen, on).read
  // The reader of the second implementation passes this key on unread.
  return benefits.find((benefit) => (benefit as { autoEnrolment?: object }).autoEnrolment)?.code
}

function frequencyOf(seen: Seen, on: string) {
  const code = cellOn(seen.life, 'payroll', on)
  return yearOn(seen, on).payrolls.find((payroll) => payroll.code === code)?.frequency
}
