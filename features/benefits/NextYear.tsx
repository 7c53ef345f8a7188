import { useId } from 'react'
import { showDate } from '../../contract/dates.ts'
import { Card } from '../../ui/Card.tsx'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { nextYearMessages } from '../benefit-parts/next-year-groups.messages.ts'
import { nextYearOf } from '../benefit-parts/next-year-summary.rules.ts'
import { NextYearGroups } from '../benefit-parts/NextYearGroups.tsx'

export function NextYear({ benefits }: { benefits: readonly BenefitView[] }) {
  const id = useId()
  const year = nextYearOf(benefits)
  const until = nextYearMessages[benefits.some(({ nextYear }) => nextYear) ? 'until' : 'untilOnly']
  if (!year) return null
  return (
    <Card as="section" labelledBy={id} tinted>
      <h2 id={id}>{nextYearMessages.title(showDate(year.from))}</h2>
      <p>{year.chooseUntil ? until(showDate(year.chooseUntil)) : nextYearMessages.ahead}</p>
      <NextYearGroups benefits={benefits} heading="h3" />
    </Card>
  )
}
