import { type RawBuilder, sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { FactName } from './people-csv.rules.ts'
import { isOneOf } from '../../platform/people-condition.queries.ts'

type FactsRequest = {
  facts: readonly FactName[]
  person?: RawBuilder<unknown>
  people?: readonly PersonId[] | undefined
  on?: IsoDate | RawBuilder<unknown>
  ofAnyDay?: readonly FactName[]
}

/** Selects the newest facts (`person_id`, `fact`, `value`, `effective_from`): latest effective date, then latest recorded. */
export function newestFacts(
  clientId: ClientId,
  { facts, person, people, on, ofAnyDay = [] }: FactsRequest,
): RawBuilder<unknown> {
  const names = (some: readonly FactName[]) => sql.join(some.map((fact) => sql.lit(fact)))
  const until = ofAnyDay.length === 0 ? sql`` : sql`or fact in (${names(ofAnyDay)})`
  return sql`
    select distinct on (person_id, fact) person_id, fact, value, effective_from
    from employment_fact
    where client_id = ${clientId}
      ${person ? sql`and person_id ${person}` : sql``}
      and ${isOneOf(people)}
      and fact in (${names([...facts, ...ofAnyDay])})
      ${on === undefined ? sql`` : sql`and (effective_from <= ${on}::date ${until})`}
    order by person_id, fact, effective_from desc, recorded_at desc, sequence desc
  `
}
