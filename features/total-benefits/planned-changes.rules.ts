import { showDate } from '../../contract/dates.ts'
import { showPounds } from '../../contract/money.ts'
import { totalBenefitsMessages as say } from './total-benefits.messages.ts'
import type { OverviewMode, TotalBenefitsCard } from './total-benefits.contract.ts'

/** Returns 'From 1 December 2026: Dental insurance. You pay £39.88 a month, and your employer pays £0.00 a month.' */
export function plannedSentence(
  { from, name, employeeContribution, employerContribution }: TotalBenefitsCard['planned'][number],
  mode: OverviewMode,
): string {
  const day = showDate(from)
  if (!employeeContribution || !employerContribution) return say.plannedEnd(day, name)
  const amount = (pounds: number) => `${showPounds(pounds)} ${say.perMode[mode]}`
  return say.plannedPrice(day, name, {
    employee: amount(Math.abs(employeeContribution[mode])),
    employer: amount(employerContribution[mode]),
    isAdded: employeeContribution[mode] < 0,
  })
}
