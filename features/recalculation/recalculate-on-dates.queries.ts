import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { lockPeople } from '../../services/people/profile.queries.ts'
import { ratesOf, schemeYearOn } from '../../services/my-benefits/benefits.queries.ts'
import { recalculateForFacts } from '../../services/recalculation/recalculate.queries.ts'
import { recalculateForRates, peopleWithRates } from './recalculate-rates.queries.ts'
import { peopleLosingEligibility } from './people-losing-eligibility.queries.ts'
import { leaversWithPending, peopleReachingDates } from './people-reaching-dates.queries.ts'
import { earliestRates } from '../../services/recalculation/rate-changes.rules.ts'

export async function recalculateOnDates(
  tx: Tx,
  clientId: ClientId,
  { people: among, since, today }: { people?: readonly PersonId[]; since: IsoDate | null; today: IsoDate },
): Promise<number> {
  const year = await schemeYearOn(tx, clientId, { date: today })
  if (!year) return 0
  const from = since ?? year.from
  const reaching = await peopleReachingDates(tx, clientId, { people: among, schemeYearId: year.id, from, to: today })
  const losing = await peopleLosingEligibility(tx, clientId, { people: among, year, today })
  const leaving = await leaversWithPending(tx, clientId, { people: among, from, to: today })
  const people = [...new Set([...reaching, ...losing, ...leaving])].toSorted()
  const rates = await ratesOf(tx, clientId, { schemeYearId: year.id })
  // Leaves out rates from the first day of the year, because the year's first prices already use them.
  const begun = rates.filter(({ effectiveFrom: day }) => year.from < day && from <= day && day <= today)
  const changed = earliestRates(begun)
  const repriced = await peopleWithRates(tx, clientId, { people: among, changed, year })
  await lockPeople(tx, clientId, { people: [...people, ...repriced] })
  const dated = await recalculateForFacts(tx, clientId, {
    changed: new Map(people.map((personId) => [personId, from])),
    today,
  })
  return dated + (await recalculateForRates(tx, clientId, { changed, people: repriced, today }))
}
