import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { loadSchemesOf } from '../../services/my-benefits/person-scheme.server.ts'
import { isActiveStatus } from '../../domain/eligibility/eligibility.rules.ts'
import { nextYearForecastsOf } from '../../services/benefits/next-year.server.ts'
import type { NextYearForecast } from '../../services/benefits/next-year-outlook.rules.ts'

export type PersonForecast = { personId: PersonId; outlook: NextYearForecast }

export async function nextYearForecastsOfAll(
  tx: Tx,
  clientId: ClientId,
  { today }: { today: IsoDate },
): Promise<PersonForecast[]> {
  const holders = await tx
    .selectFrom('selection')
    .select('person_id as personId')
    .distinct()
    .where('client_id', '=', clientId)
    .where('version_in_force', 'is not', null)
    .orderBy('person_id')
    .execute()
  const found: PersonForecast[] = []
  for (let from = 0; from < holders.length; from += peoplePerStatement) {
    const people = holders.slice(from, from + peoplePerStatement).map(({ personId }) => personId)
    for (const scheme of await loadSchemesOf(tx, clientId, { people, today })) {
      const { personId } = scheme.person
      if (isActiveStatus(scheme.employment.status))
        found.push(...nextYearForecastsOf(scheme).map((outlook) => ({ personId, outlook })))
    }
  }
  return found
}

const peoplePerStatement = 100
