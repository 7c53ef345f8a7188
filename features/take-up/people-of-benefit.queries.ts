import { sql, type RawBuilder } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId } from '../../contract/ids.ts'
import { customPlan } from '../../database/custom-plan.ts'
import type { Tx } from '../../database/database.ts'
import type { DatedVersion } from '../../domain/selections/cover-periods.rules.ts'
import { streamRows } from '../../platform/stream-rows.queries.ts'
import { likePattern, searchWords } from '../employees/search-words.rules.ts'
import { memberSince } from './member-since.rules.ts'
import {
  completedYears,
  factColumns,
  factsOn,
  membershipState,
  isEmployed,
  mayHave,
  isPastProbation,
  offeredBenefits,
} from './person-conditions.queries.ts'
import type { GroupFilter } from './people-groups.rules.ts'
import type { PeopleList } from './take-up.contract.ts'
import { factValueOf } from './take-up.queries.ts'

export type ListedPerson = {
  employeeId: PersonId
  firstName: string
  surname: string
  email: string
  employeeNumber: string | null
  holding: Exclude<PeopleList, 'eligible'>
  from: IsoDate | null
}

/** All versions of the selection, oldest first; null if there is only one. */
type Found = ListedPerson & { versions: DatedVersion[] | null }

type HoldersRequest = {
  benefitId: BenefitId
  holding: PeopleList
  search: string
  today: IsoDate
  group: GroupFilter | null
}
type PagePosition = { page: number; perPage: number }

export async function pageOfPeople(
  tx: Tx,
  clientId: ClientId,
  { page, perPage, ...asked }: HoldersRequest & PagePosition,
): Promise<{ data: ListedPerson[]; found: number | null }> {
  // A large page number is beyond the end of every list. The limit is within PostgreSQL's range for offset.
  const skipped = Math.min((page - 1) * perPage, 2_000_000_000)
  const { rows } = await sql<{ data: Found[]; found: number | null }>`${customPlan}
    select
      (select coalesce(json_agg(to_json(one)), '[]') from (${holdersQuery(clientId, asked, sql`limit ${perPage} offset ${skipped}`)}) as one) as data,
      ${
        searchWords(asked.search).length === 0
          ? sql`null::integer`
          : sql`(select count(*) from (${chosenQuery(clientId, asked)}) as chosen)::integer`
      } as found
  `.execute(tx)
  const { data = [], found = null } = rows[0] ?? {}
  return { data: data.map((one) => holderOf(one, asked.today)), found }
}

export async function* everyListedPerson(
  tx: Tx,
  clientId: ClientId,
  asked: HoldersRequest,
): AsyncGenerator<ListedPerson[]> {
  for await (const rows of streamRows(tx, holdersQuery(clientId, asked, sql``)))
    yield rows.map((one) => holderOf(one, asked.today))
}

function holderOf({ versions, from, ...person }: Found, today: IsoDate): ListedPerson {
  return { ...person, from: (versions && memberSince(versions, today)) ?? from }
}

function chosenQuery(
  clientId: ClientId,
  { benefitId, holding, search, today, group }: HoldersRequest,
): RawBuilder<unknown> {
  return sql`
      select
        employee.person_id,
        employee.name_key,
        case when person.held in ('selected', 'opted-out') then person.held else 'not-selected' end as holding
      from employee
      join person_details as details on details.client_id = ${clientId} and details.person_id = employee.person_id
      left join selection as choice
        on choice.client_id = ${clientId}
        and choice.person_id = employee.person_id
        and choice.benefit_id = ${benefitId}
      cross join lateral (
        select ${factColumns}
        from (${factsOn(clientId, { today, of: sql`person_id = employee.person_id` })}) as said
      ) as fact
      cross join lateral (
        select
          ${completedYears('date_of_birth', today)} as age,
          ${isPastProbation(today)} as past_probation,
          ${membershipState} as held
      ) as person
      cross join (select * from (${offeredBenefits(clientId)}) as offered where id = ${benefitId}) as offered
      where employee.client_id = ${clientId}
        ${sql.join(
          searchWords(search).map((word) => sql`and employee.search like ${likePattern(word)}`),
          sql` `,
        )}
        and ${isEmployed(today)}
        ${group ? sql`and fact.${sql.ref(group.by)} = ${factValueOf(clientId, group)}` : sql``}
        and ${belongsTo[holding]}`
}

function holdersQuery(clientId: ClientId, asked: HoldersRequest, limit: RawBuilder<unknown>): RawBuilder<Found> {
  return sql`
    with chosen as materialized (
      ${chosenQuery(clientId, asked)}
      order by name_key, person_id
      ${limit}
    )
    select
      chosen.person_id as "employeeId",
      employee.first_name as "firstName",
      employee.surname,
      employee.email,
      employee.employee_number as "employeeNumber",
      chosen.holding,
      since.effective_from::text as "from",
      since.versions
    from chosen
    join employee on employee.client_id = ${clientId} and employee.person_id = chosen.person_id
    left join lateral (
      select
        version.effective_from,
        case when chosen.holding = 'selected' and selection.version > 1 then (
          select json_agg(json_build_object(
            'version', written.version,
            'state', written.state,
            'action', written.action,
            'effectiveFrom', written.effective_from,
            'effectiveTo', written.effective_to
          ) order by written.version)
          from selection_version as written
          where written.client_id = ${clientId}
            and written.selection_id = selection.id
        ) end as versions
      from selection
      join selection_version as version
        on version.client_id = ${clientId}
        and version.selection_id = selection.id
        and version.version = coalesce(selection.version_in_force, selection.version)
      where selection.client_id = ${clientId}
        and selection.person_id = chosen.person_id
        and selection.benefit_id = ${asked.benefitId}
        and chosen.holding <> 'not-selected'
      limit 1
    ) as since on true
    order by chosen.name_key, chosen.person_id`
}

/** The first two lists read `selection`, because some benefits have few selections but many eligible people. */
const belongsTo: Record<PeopleList, RawBuilder<boolean>> = {
  selected: sql`choice.version_in_force is not null`,
  'opted-out': sql`(choice.version_in_force is null and choice.state = 'opted-out')`,
  eligible: mayHave(sql`person.held`),
  // Avoids `version_in_force`, for which the planner would expect no matches and read all people.
  'not-selected': sql`(person.held is distinct from 'selected' and ${mayHave(sql`person.held`)})`,
}
