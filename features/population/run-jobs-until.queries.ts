import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { ratesOf, schemeYearsOf } from '../../services/my-benefits/benefits.queries.ts'
import { provideCoreCover } from '../recalculation/core-cover.queries.ts'
import { recalculateOnDates } from '../recalculation/recalculate-on-dates.queries.ts'
import { renewSelections } from '../../services/benefits/renew-selections.queries.ts'
import { applyYearlyIncreases } from '../recalculation/apply-yearly-increases.queries.ts'

export async function runBenefitJobsUntil(
  tx: Tx,
  clientId: ClientId,
  { today, on }: { today: IsoDate; on: IsoDate },
): Promise<void> {
  if (on <= today) return
  const years = (await schemeYearsOf(tx, clientId)).filter(({ from, to }) => from <= on && today <= to)
  const begin: IsoDate[] = []
  for (const { id: schemeYearId, from } of years) {
    const rates = await ratesOf(tx, clientId, { schemeYearId })
    begin.push(...[from, ...rates.map(({ effectiveFrom }) => effectiveFrom)].filter((day) => today < day && day < on))
  }
  let ranOn = today
  for (const day of [...new Set([...begin, on])].toSorted()) {
    await renewSelections(tx, clientId, { today: day })
    await provideCoreCover(tx, clientId, { today: day })
    await applyYearlyIncreases(tx, clientId, { today: day })
    await recalculateOnDates(tx, clientId, { since: addDays(ranOn, 1), today: day })
    ranOn = day
  }
}
