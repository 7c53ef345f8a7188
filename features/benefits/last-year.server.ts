import { addDays } from '../../contract/dates.ts'
import type { LastYear } from '../../domain/selections/benefits.contract.ts'
import type { SelectionVersion } from '../../domain/selections/selection.rules.ts'
import { coversDays, coverPeriodOn, coverPeriodsOf } from '../../domain/selections/cover-periods.rules.ts'
import { planDetails } from '../../services/benefits/selection-view.server.ts'
import type { BenefitStatus } from '../../services/my-benefits/benefit-status.server.ts'
import { costOfBothPayers } from '../../services/my-benefits/price-view.server.ts'

export function lastYearOf(benefitStatus: BenefitStatus, versions: readonly SelectionVersion[]): LastYear | null {
  const { scheme } = benefitStatus
  const until = addDays((scheme.before ?? scheme).year.from, -1)
  const version = coverPeriodOn(coverPeriodsOf(versions).filter(coversDays), until)?.version
  if (!version?.price) return null
  const { employee, employer } = costOfBothPayers(version.price)
  return {
    until,
    planDetails: planDetails(benefitStatus, version),
    employee: employee.perMonth,
    employer: employer.perMonth,
  }
}
