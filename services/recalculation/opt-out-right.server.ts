import { type IsoDate, showDate } from '../../contract/dates.ts'
import type { BenefitStatus } from '../my-benefits/benefit-status.server.ts'
import { optOutUntil } from '../../domain/eligibility/enrolment-assessment.rules.ts'
import { optOutMessages as say } from '../../domain/eligibility/enrolment.messages.ts'

export const withinOptOutPeriod = 'within-opt-out-period'

/** Type of a list entry without a link: it explains the opt-out month or, for vouchers, the last day for rejoining. */
export const optOutMonth = 'opt-out-month'

/** `noticeFrom`: address of the opt-out notice that the pension scheme issues; null if people opt out in the portal. */
export type OptOutRight = { from: IsoDate; until: IsoDate; noticeFrom: string | null }

export function optOutRight({
  benefit,
  selection,
  scheme: { enrolment, today },
}: Pick<BenefitStatus, 'benefit' | 'selection' | 'scheme'>): OptOutRight | undefined {
  const rules = benefit.definition.autoEnrolment
  if (!rules || !selection?.running || enrolment?.benefitId !== benefit.id) return undefined
  const { from, informedOn } = enrolment
  const until = optOutUntil({ from, informedOn: informedOn ?? today })
  if (until < today) return undefined
  return { from, until, noticeFrom: rules.optOutNotice === 'scheme' ? (rules.optOutLink ?? null) : null }
}

export function optOutSentence({ until, noticeFrom }: OptOutRight): string {
  const day = showDate(until)
  return noticeFrom === null ? say.withinMonth(day) : say.noticeOfScheme(day)
}
