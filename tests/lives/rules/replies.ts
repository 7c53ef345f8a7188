import { addDays, type IsoDate } from '../../../contract/dates.ts'
import type { Answer } from '../portal.ts'
import { finding, type Finding } from './rule.ts'

type Left = {
  benefit: string
  answer: Answer<{ message?: string; endDate?: IsoDate | null }>
  today: IsoDate
}

/** Leaving is refused only because of windows, `optOut: no`, running orders or the end of employment. */
export function leavingIsFree({ benefit, answer: { status, body }, today }: Left): Finding[] {
  const isCondition = /offered (from|until) the age|probation|closed to new members|minimum wage|grade|location/i
  if (status < 400 || !isCondition.test(body.message ?? '')) return []
  return [finding({ benefit }, today, 'leaving is not refused for a condition of joining', `${status} ${body.message}`)]
}

/** Cover ends no earlier than the day before the request, because the employee was insured until then. */
export function endIsNotInThePast({ benefit, answer: { status, body }, today }: Left): Finding[] {
  if (status >= 400 || !body.endDate || body.endDate >= addDays(today, -1)) return []
  return [finding({ benefit }, today, `an end on ${addDays(today, -1)} at the earliest`, `an end on ${body.endDate}`)]
}

/** Even after a life event, the employee's own cover changes from today at the earliest. */
export function ownChangeIsNotBackdated({
  benefit,
  answer: { status, body },
  today,
  covered,
}: {
  benefit: string
  answer: Answer<{ status?: string; effectiveFrom?: IsoDate | null }>
  today: string
  covered: { before: readonly string[]; after: readonly string[] }
}): Finding[] {
  const adds = covered.after.some((member) => !covered.before.includes(member))
  const runs = body.status === 'active' || body.status === 'pended'
  if (status >= 400 || !runs || adds || !body.effectiveFrom || body.effectiveFrom >= today) return []
  return [
    { day: today, benefit, expected: `an own change from ${today} at the earliest`, got: `from ${body.effectiveFrom}` },
  ]
}
