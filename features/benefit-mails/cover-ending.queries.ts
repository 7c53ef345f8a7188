import { sql } from 'kysely'
import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { schemeYearOn } from '../../services/my-benefits/benefits.queries.ts'
import { endingConditions, findEligibilityLoss } from '../../domain/eligibility/eligibility-loss.rules.ts'
import { benefitsOfYear, knownPeople } from '../../services/recalculation/selection-history.queries.ts'
import { conditionReason } from '../../services/recalculation/eligibility-loss.server.ts'
import { noticeDays } from '../../services/mail/cover-ending.rules.ts'
import { isOneOf } from '../../platform/people-condition.queries.ts'

export type CoverEnding = { personId: PersonId; benefitId: BenefitId; benefit: string; lastDay: IsoDate; why: string }

/** Returns cover that ends within the next 60 days, according to today's facts and dates of birth. */
export async function coverEnding(
  tx: Tx,
  clientId: ClientId,
  { people: among, today }: { people: readonly PersonId[]; today: IsoDate },
): Promise<CoverEnding[]> {
  const year = await schemeYearOn(tx, clientId, { date: today })
  if (!year) return []
  const benefits = new Map(
    [...(await benefitsOfYear(tx, clientId, { schemeYearId: year.id }))].filter(
      ([, { definition }]) => endingConditions(definition).length > 0,
    ),
  )
  const [from, to] = [addDays(today, 1), addDays(today, noticeDays[0])]
  const members = await membersWithNews(tx, clientId, { people: among, benefits: [...benefits.keys()], from, to })
  const known = await knownPeople(tx, clientId, {
    people: [...new Set(members.map(({ personId }) => personId))],
    date: year.from,
  })
  const people = new Map(known.map((person) => [person.personId, person]))
  return members.flatMap(({ personId, benefitId, begins }): CoverEnding[] => {
    const [person, definition] = [people.get(personId), benefits.get(benefitId)?.definition]
    if (!person || !definition) return []
    const lost = findEligibilityLoss(definition, person, { since: from, to, today })
    if (!lost || lost.from <= begins) return []
    const lastDay = addDays(lost.from, -1)
    return [{ personId, benefitId, benefit: definition.name, lastDay, why: conditionReason(lost.condition) }]
  })
}

export async function coverEnded(
  tx: Tx,
  clientId: ClientId,
  { people, since }: { people: readonly PersonId[]; since: IsoDate },
): Promise<CoverEnding[]> {
  const { rows } = await sql<CoverEnding>`
    select
      selection.person_id as "personId",
      selection.benefit_id as "benefitId",
      benefit.definition ->> 'name' as benefit,
      version.effective_to as "lastDay",
      version.reason as why
    from selection_version as version
    join selection on selection.client_id = ${clientId} and selection.id = version.selection_id
    join benefit
      on benefit.client_id = ${clientId}
      and benefit.scheme_year_id = version.scheme_year_id
      and benefit.id = selection.benefit_id
    where version.client_id = ${clientId}
      and ${isOneOf(people, sql`selection.person_id`)}
      and version.action = 'expire'
      -- A reversed end has a later version, which applies instead.
      and not exists (
        select
        from selection_version as later
        where later.client_id = ${clientId}
          and later.selection_id = version.selection_id
          and later.version > version.version
          and later.state not in ('ended', 'draft', 'pending', 'rejected', 'withdrawn')
      )
      and selection.state = 'ended'
      and (version.recorded_at at time zone 'Europe/London')::date >= ${since}
    order by selection.person_id, benefit.position
  `.execute(tx)
  return rows
}

async function membersWithNews(
  tx: Tx,
  clientId: ClientId,
  {
    people,
    benefits,
    from,
    to,
  }: { people: readonly PersonId[]; benefits: readonly BenefitId[]; from: IsoDate; to: IsoDate },
): Promise<{ personId: PersonId; benefitId: BenefitId; begins: IsoDate }[]> {
  const { rows } = await sql<{ personId: PersonId; benefitId: BenefitId; begins: IsoDate }>`
    select
      selection.person_id as "personId",
      selection.benefit_id as "benefitId",
      coalesce(running.effective_from, ${from}::date - 1) as begins
    from selection
    join selection_version as running
      on running.client_id = ${clientId}
      and running.selection_id = selection.id
      and running.version = selection.version_in_force
    join person_details on person_details.client_id = ${clientId} and person_details.person_id = selection.person_id
    where selection.client_id = ${clientId}
      and ${isOneOf(people, sql`selection.person_id`)}
      and selection.benefit_id = any(${[...benefits]}::uuid[])
      and (
        -- The range starts a day earlier for people born on 29 February.
        exists (
          select
          from generate_series(${from}::date - 1, ${to}::date, interval '1 day') as on_day
          where to_char(on_day, 'MM-DD') = to_char(person_details.date_of_birth, 'MM-DD')
        )
        or to_char(person_details.date_of_birth, 'MM-DD') = '02-29'
        or exists (
          select
          from employment_fact
          where employment_fact.client_id = ${clientId}
            and employment_fact.person_id = selection.person_id
            and effective_from between ${from} and ${to}
        )
      )
    order by selection.person_id, selection.benefit_id
  `.execute(tx)
  return rows
}
