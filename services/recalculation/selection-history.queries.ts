import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId, SchemeYearId, SelectionId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { relationshipOf } from '../../domain/definition/family.rules.ts'
import { lockPeople } from '../people/profile.queries.ts'
import type { FamilyRow } from '../my-benefits/benefits.queries.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import type { DatedFact } from '../../domain/tax/person-facts.rules.ts'
import { versionColumns, selectionVersionOf } from '../my-benefits/selection-versions.queries.ts'
import type { SelectionHead } from '../../domain/selections/selection.rules.ts'
import type { SelectionWithHistory } from './apply-version.rules.ts'

export async function selectionHistories(
  tx: Tx,
  clientId: ClientId,
  {
    people,
    benefits,
  }: {
    people: readonly PersonId[]
    benefits?: readonly BenefitId[] | undefined
  },
): Promise<SelectionWithHistory[]> {
  if (people.length === 0) return []
  await lockPeople(tx, clientId, { people })
  const heads: SelectionHead[] = await tx
    .selectFrom('selection')
    .select([
      'id',
      'person_id as personId',
      'benefit_id as benefitId',
      'state',
      'version',
      'version_in_force as versionInForce',
    ])
    .where('client_id', '=', clientId)
    .where('person_id', '=', sql<PersonId>`any(${[...people]}::uuid[])`)
    .$if(benefits !== undefined, (query) =>
      query.where('benefit_id', '=', sql<BenefitId>`any(${[...(benefits ?? [])]}::uuid[])`),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  if (heads.length === 0) return []
  // Read versions in a second statement: a statement that waits for a lock does not see the other transaction's versions.
  const rows = await tx
    .selectFrom('selection_version as v')
    .select(['v.selection_id as selectionId', ...versionColumns])
    .where('v.client_id', '=', clientId)
    .where('v.selection_id', '=', sql<SelectionId>`any(${heads.map(({ id }) => id)}::uuid[])`)
    .orderBy('v.version')
    .execute()
  const bySelection = Map.groupBy(rows, ({ selectionId }) => selectionId)
  return heads.flatMap((head) => {
    const versions = (bySelection.get(head.id) ?? []).map(selectionVersionOf)
    const numbered = (number: number | null) => versions.find(({ version }) => version === number)
    const newest = numbered(head.version)
    return newest ? [{ selection: { ...head, newest, running: numbered(head.versionInForce) ?? null }, versions }] : []
  })
}

/** Returns every benefit of a scheme year, including withdrawn ones, because selections of these remain in force. */
export async function benefitsOfYear(
  tx: Tx,
  clientId: ClientId,
  { schemeYearId }: { schemeYearId: SchemeYearId },
): Promise<Map<BenefitId, { definition: BenefitDefinition; withdrawn: boolean }>> {
  const rows = await tx
    .selectFrom('benefit')
    .select(['id', 'definition', 'withdrawn'])
    .where('client_id', '=', clientId)
    .where('scheme_year_id', '=', schemeYearId)
    .execute()
  // Definitions are validated before the scheme folder is applied.
  return new Map(
    rows.map(({ id, definition, withdrawn }) => [id, { definition: definition as BenefitDefinition, withdrawn }]),
  )
}

export type KnownPerson = {
  personId: PersonId
  dateOfBirth: IsoDate
  facts: DatedFact[]
  family: FamilyRow[]
  startsKnown: IsoDate[]
}

export async function knownPeople(
  tx: Tx,
  clientId: ClientId,
  { people, date }: { people: readonly PersonId[]; date: IsoDate },
): Promise<KnownPerson[]> {
  const { rows } = await sql<
    Omit<KnownPerson, 'family'> & { family: (Omit<FamilyRow, 'relationship'> & { typeId: number })[] }
  >`
    with newest as materialized (
      select distinct on (person_id, fact, effective_from) person_id, fact, value, effective_from
      from employment_fact
      where client_id = ${clientId}
        and person_id = any(${[...people]}::uuid[])
      order by person_id, fact, effective_from desc, recorded_at desc, sequence desc
    ),
    in_force as (
      select distinct on (person_id, fact) person_id, fact, value, effective_from
      from newest
      where effective_from <= ${date}
      order by person_id, fact, effective_from desc
    ),
    counted as (
      select
        person_id,
        json_agg(json_build_object('fact', fact, 'value', value, 'effectiveFrom', effective_from)
          order by fact, effective_from) as facts
      from (
        select * from in_force
        union all
        select * from newest where effective_from > ${date}
      ) as either
      group by person_id
    )
    select
      person_id as "personId",
      date_of_birth as "dateOfBirth",
      coalesce(counted.facts, '[]') as facts,
      (
        select coalesce(json_agg(distinct value), '[]')
        from employment_fact
        where employment_fact.client_id = ${clientId}
          and employment_fact.person_id = person_details.person_id
          and fact = 'start-date'
          and value is not null
      ) as "startsKnown",
      (
        select coalesce(json_agg(json_build_object(
          'id', id, 'firstName', first_name, 'surname', surname, 'dateOfBirth', date_of_birth,
          'educationEnds', full_time_education_ends, 'disabilityUntil', disability_confirmed_until,
          'typeId', relationship_type,
          'ended', case when ended_on is not null then json_build_object(
            'on', ended_on, 'by', ended_by, 'uncoveredFrom', uncovered_from
          ) end
        ) order by relationship_type, date_of_birth, id), '[]')
        from family_member
        where family_member.client_id = ${clientId}
          and family_member.person_id = person_details.person_id
          and (active or ended_on is not null)
      ) as family
    from person_details
    left join counted using (person_id)
    where client_id = ${clientId}
      and person_id = any(${[...people]}::uuid[])
    order by person_id
  `.execute(tx)
  return rows.map(({ family, ...person }) => ({
    ...person,
    family: family.map(({ typeId, ...member }) => ({ ...member, relationship: relationshipOf(typeId) })),
  }))
}
