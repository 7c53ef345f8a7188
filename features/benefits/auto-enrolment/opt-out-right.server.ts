import { type IsoDate, showLongDate } from '../../../contract/dates.ts'
import type { Standing } from '../actions/standing.server.ts'
import { optOutUntil } from './assessment.rules.ts'
import { optOutMessages as say } from './enrolment.messages.ts'

/** The reason stored with an opt-out within its month. */
export const withinOptOutPeriod = 'within-opt-out-period'

/** The type of a link without an address that says what opting out within the month means, or for vouchers until when they can start again. Pages fetch no more for it. */
export const optOutMonth = 'opt-out-month'

/** `noticeFrom`: where the scheme issues the notice, null if the employer takes it in the portal. */
export type OptOutRight = { from: IsoDate; until: IsoDate; noticeFrom: string | null }

/** Returns the right to opt out of a membership within its month, if the person has it today. */
export function optOutRight({
  benefit,
  selection,
  scheme: { enrolment, today },
}: Pick<Standing, 'benefit' | 'selection' | 'scheme'>): OptOutRight | undefined {
  const rules = benefit.definition.autoEnrolment
  if (!rules || !selection?.running || enrolment?.benefitId !== benefit.id) return undefined
  const { from, informedOn } = enrolment
  const until = optOutUntil({ from, informedOn: informedOn ?? today })
  if (until < today) return undefined
  return { from, until, noticeFrom: rules.optOutNotice === 'scheme' ? (rules.optOutLink ?? null) : null }
}

export function optOutSentence({ until, noticeFrom }: OptOutRight): string {
  const day = showLongDate(until)
  return noticeFrom === null ? say.withinMonth(day) : say.noticeOfScheme(day)
}
