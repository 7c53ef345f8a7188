import { showLongDate } from '../../../contract/dates.ts'
import type { BenefitView } from '../benefits.contract.ts'
import { nextYearMessages } from './next-year.messages.ts'
import { nextYearText } from './next-year.rules.ts'

/** One benefit from the first day of the next scheme year. */
export function NextYearOfBenefit({
  benefit: { nextYear },
  className,
}: {
  benefit: BenefitView
  className?: string | undefined
}) {
  if (!nextYear) return null
  return (
    <p className={className}>
      <strong>{nextYearMessages.from(showLongDate(nextYear.from))}:</strong> {nextYearText(nextYear)}
    </p>
  )
}
