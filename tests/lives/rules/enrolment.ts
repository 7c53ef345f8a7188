import { day, iso, monthsLater } from '../../golden/independent/days.ts'
import { categoryOn } from '../../golden/independent/auto-enrolment.ts'
import { coverOn } from '../cover.ts'
import { cellOn, employmentOn } from '../life.ts'
import type { Enrolment } from '../scheme.ts'
import { type SelectionWithHistory, pounds, type Rule, type ObservedLife, yearOn } from './rule.ts'

/** Recorded reasons why an eligible jobholder may not be a member. */
const reasons = new Set(['postponed', 'opted-out', 'left', 'recently-left', 'leaving', 'before-portal', 'no-price'])

export const enrolledOrReason: Rule = (seen) => {
  const { life, today, assessments } = seen
  const pension = pensionOn(seen, today)?.code
  const employment = employmentOn(life, today)
  const isEmployed = employment && employment.first <= today && (employment.last ?? today) >= today && !life.dead
  if (!pension || !isEmployed || ['inactive', 'left'].includes(cellOn(life, 'status', today))) return []
  const held = seen.held.find(({ benefit }) => benefit === pension)
  const now = assessments.findLast(({ from }) => from <= today)
  const wrong = (expected: string, got: string) => [{ day: today, benefit: pension, expected, got }]
  // People who joined since the last daily job are assessed by the next daily job.
  if (!now || now.to < today) return []
  const pay = Number(now.earnings ?? 0n)
  const frequency = frequencyOf(seen, now.from)
  const category = frequency && categoryOn({ born: day(life.born), on: day(now.from), pence: pay, frequency })
  if (category && category !== now.category) return wrong(`assessed as ${category}`, now.category)
  if (now.category !== 'eligible' || reasons.has(now.outcome)) return []
  // People who leave within a pay period are assessed again in the next period.
  const isMember =
    held !== undefined && (coverOn(held.cover, now.from) ?? coverOn(held.cover, today) ?? coverAhead(held, today))
  // An opt-out today is recorded with the next assessment.
  const leftToday = held?.versions.some(
    ({ action, recordedOn }) => action.startsWith('opt-out') && recordedOn >= now.from,
  )
  return isMember || leftToday ? [] : wrong('a member, or a reason', now.outcome)
}

/** Checks that the deductions of a membership add up to zero after an opt-out within the month. */
export const optOutSumsToZero: Rule = (seen) =>
  seen.held.flatMap((held) => {
    const voids = held.versions.filter(({ action }) => /^opt-out-(within-month|by-notice)$/.test(action))
    if (voids.length === 0 || held.cover.length > 0) return []
    const sum = held.lines.reduce((all, { employee, employer }) => all + employee + employer, 0n)
    return sum === 0n
      ? []
      : [{ day: seen.today, benefit: held.benefit, expected: 'lines that come to nothing', got: pounds(sum) }]
  })

/** Checks that postponement lasts as many months as the employer chose, at most three (Pensions Act 2008 s 4). */
export const postponementEnds: Rule = (seen) => {
  const pension = pensionOn(seen, seen.today)
  if (!pension) return []
  const { postponement } = pension.autoEnrolment
  return seen.assessments.flatMap(({ from, to, outcome }, place, all) => {
    if (outcome !== 'postponed') return []
    const other = all.slice(0, place).findLastIndex((one) => one.outcome !== 'postponed')
    const began = all[other + 1]?.from ?? from
    const ends = iso(monthsLater(day(began), postponement))
    return to < ends
      ? []
      : [{ day: from, benefit: pension.code, expected: `postponed until ${ends} at most`, got: `postponed on ${to}` }]
  })
}

/** Eligible people who left the pension are enrolled again on the re-enrolment date (Pensions Act 2008 s 5). */
export const reEnrolled: Rule = (seen) => {
  const pension = pensionOn(seen, seen.today)
  if (!pension) return []
  const { reEnrolment, reEnrolRecentLeavers } = pension.autoEnrolment
  const then = seen.assessments.find(({ from, to }) => from <= reEnrolment && reEnrolment <= to)
  if (!then || then.category !== 'eligible' || seen.today <= reEnrolment) return []
  const away = ['opted-out', 'left', 'before-portal', ...(reEnrolRecentLeavers ? ['recently-left'] : [])]
  return away.includes(then.outcome)
    ? [{ day: reEnrolment, benefit: pension.code, expected: 're-enrolled', got: then.outcome }]
    : []
}

function coverAhead({ cover }: SelectionWithHistory, today: string) {
  return cover.find(({ from }) => from > today)
}

/** Returns the pension with automatic enrolment. `readFolder` also returns keys that it does not use. */
function pensionOn(seen: ObservedLife, on: string): { code: string; autoEnrolment: Enrolment } | undefined {
  const { benefits } = yearOn(seen, on).read
  return benefits.flatMap((benefit) => {
    const { autoEnrolment } = benefit as { autoEnrolment?: Enrolment }
    return autoEnrolment ? [{ code: benefit.code, autoEnrolment }] : []
  })[0]
}

function frequencyOf(seen: ObservedLife, on: string) {
  const code = cellOn(seen.life, 'payroll', on)
  return yearOn(seen, on).payrolls.find((payroll) => payroll.code === code)?.frequency
}
