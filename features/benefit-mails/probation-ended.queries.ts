import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { benefitsOffered, schemeYearOn } from '../../services/my-benefits/benefits.queries.ts'
import { eligibilityOfEach } from '../../services/my-benefits/eligibility.queries.ts'
import { isOneOf } from '../../platform/people-condition.queries.ts'

export async function peopleAfterProbation(
  tx: Tx,
  clientId: ClientId,
  { people: among, from, to, today }: { people: readonly PersonId[]; from: IsoDate; to: IsoDate; today: IsoDate },
): Promise<PersonId[]> {
  const year = await schemeYearOn(tx, clientId, { date: today })
  if (!year) return []
  const benefits = (await benefitsOffered(tx, clientId, { schemeYearId: year.id })).filter(
    ({ definition }) => !definition.openInProbation && !definition.pot,
  )
  const people =
    benefits.length > 0 ? await peopleWhoseProbationEnded(tx, clientId, { people: among, from, to, today }) : []
  if (people.length === 0) return []
  const answers = await eligibilityOfEach(tx, clientId, { year, benefits, on: today, people })
  // A closed window does not matter, because it will open again.
  return answers.flatMap(({ personId, causes }) =>
    causes.some((cause) => cause === null || cause === 'window') ? [personId] : [],
  )
}

/** A removed last day of probation ends it when the removal takes effect or is recorded, whichever is later. */
async function peopleWhoseProbationEnded(
  tx: Tx,
  clientId: ClientId,
  { people, from, to, today }: { people: readonly PersonId[]; from: IsoDate; to: IsoDate; today: IsoDate },
): Promise<PersonId[]> {
  const { rows } = await sql<{ personId: PersonId }>`
    with newest as (
      select distinct on (person_id)
        person_id,
        coalesce(
          value,
          greatest(effective_from, (recorded_at at time zone 'Europe/London')::date)::text
        ) as ended_on
      from employment_fact
      where client_id = ${clientId}
        and ${isOneOf(people)}
        and fact = 'probation-end'
        and effective_from <= ${today}
      order by person_id, effective_from desc, recorded_at desc, sequence desc
    )
    select newest.person_id as "personId"
    from newest
    join account on account.client_id = ${clientId} and account.person_id = newest.person_id
    where newest.ended_on between ${from}::text and ${to}::text
      and account.state <> 'disabled'
      and exists (
        select
        from employment_fact as known
        where known.client_id = ${clientId}
          and known.person_id = newest.person_id
          and known.fact = 'probation-end'
          and known.value >= (known.recorded_at at time zone 'Europe/London')::date::text
      )
    order by 1
  `.execute(tx)
  return rows.map(({ personId }) => personId)
}
