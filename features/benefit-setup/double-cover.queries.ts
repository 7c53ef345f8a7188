import { sql } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { relationshipTypeIds } from '../../domain/definition/family.rules.ts'
import type { CoveredPartner } from './double-cover.rules.ts'

/** The spouse or partner has other cover, or shares the birthday of a colleague with the benefit. */
export async function coveredPartners(tx: Tx, clientId: ClientId): Promise<CoveredPartner[]> {
  const { rows } = await sql<CoveredPartner>`
    with held as (
      select
        selection.id, selection.person_id, selection.benefit_id, benefit.name, benefit.position,
        version.choice ->> 'partnerElsewhere' as answer, version.people_covered
      from selection
      join selection_version as version
        on version.client_id = ${clientId}
        and version.selection_id = selection.id
        and version.version = selection.version_in_force
      join benefit
        on benefit.client_id = ${clientId}
        and benefit.scheme_year_id = version.scheme_year_id
        and benefit.id = selection.benefit_id
      where selection.client_id = ${clientId}
    ),
    holder as (
      select held.benefit_id, person.person_id, person.first_name, person.surname, person.date_of_birth
      from held
      join person_details as person on person.client_id = ${clientId} and person.person_id = held.person_id
    ),
    covering as (
      select
        held.*, person.first_name, person.surname,
        json_build_object(
          'firstName', partner.first_name, 'surname', partner.surname, 'dateOfBirth', partner.date_of_birth
        ) as partner,
        (
          select coalesce(json_agg(json_build_object(
            'personId', holder.person_id, 'firstName', holder.first_name, 'surname', holder.surname,
            'dateOfBirth', holder.date_of_birth
          ) order by holder.person_id), '[]')
          from holder
          where holder.benefit_id = held.benefit_id
            and holder.date_of_birth = partner.date_of_birth
        ) as holders
      from held
      join person_details as person on person.client_id = ${clientId} and person.person_id = held.person_id
      join family_member as partner
        on partner.client_id = ${clientId}
        and partner.person_id = held.person_id
        and partner.relationship_type = ${relationshipTypeIds.partner}
        and held.people_covered @> jsonb_build_array(jsonb_build_object('id', partner.id))
    )
    select
      id as "selectionId", person_id as "personId", benefit_id as "benefitId", name as "benefitName",
      first_name || ' ' || surname as "employeeName", answer, partner, holders
    from covering
    where answer = 'yes' or json_array_length(holders) > 0
    order by surname, first_name, position, id
  `.execute(tx)
  return rows
}
