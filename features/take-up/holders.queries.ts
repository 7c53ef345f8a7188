import { sql, type RawBuilder } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { DatedVersion } from '../benefits/pay/segments.rules.ts'
import { likePattern, searchWords } from '../employees/search-words.rules.ts'
import { heldSince } from './held-since.rules.ts'
import { holds, isFor, optedOut } from './profiles.queries.ts'
import type { Holding } from './take-up.contract.ts'
import { counts } from './take-up.queries.ts'

export type Holder = {
  employeeId: PersonId
  firstName: string
  surname: string
  email: string
  employeeNumber: string | null
  holding: Exclude<Holding, 'eligible'>
  /** Since when, or from when on, they have it without interruption; of who opted out, the day of that. */
  from: IsoDate | null
}

/** With every version of what somebody has, oldest first; null where one version says all. */
type Found = Holder & { versions: DatedVersion[] | null }

export type Asked = { benefitId: BenefitId; holding: Holding; search: string }
type Day = { today: IsoDate }
type Place = { page: number; perPage: number }

/** Some of the people of one benefit in the order of their names, and how many there are where something is looked for. */
export async function holdersOf(
  tx: Tx,
  clientId: ClientId,
  { page, perPage, today, ...asked }: Asked & Place & Day,
): Promise<{ data: Holder[]; found: number | null }> {
  // Behind every list for a page that no list has.
  const skipped = Math.min((page - 1) * perPage, 2_000_000_000)
  const { rows } = await holdersQuery(clientId, asked, { skipped, limit: perPage }).execute(tx)
  const { data = [], found = null } = rows[0] ?? {}
  return { data: data.map((one) => holderOf(one, today)), found }
}

/** Everybody of one benefit who fits, in the order of their names. */
export async function everyHolder(tx: Tx, clientId: ClientId, { today, ...asked }: Asked & Day): Promise<Holder[]> {
  const { rows } = await holdersQuery(clientId, asked, { skipped: 0, limit: null }).execute(tx)
  return (rows[0]?.data ?? []).map((one) => holderOf(one, today))
}

function holderOf({ versions, from, ...person }: Found, today: IsoDate): Holder {
  return { ...person, from: (versions && heldSince(versions, today)) ?? from }
}

export function holdersQuery(
  clientId: ClientId,
  { benefitId, holding, search }: Asked,
  { skipped, limit }: { skipped: number; limit: number | null },
): RawBuilder<{ data: Found[]; found: number | null }> {
  const matches = searchWords(search).map((word) => sql`and employee.search like ${likePattern(word)}`)
  const fits = sql`employee.client_id = ${clientId} ${sql.join(matches, sql` `)}`
  const among = belongsTo(holding, benefitId)
  const most = limit === null ? sql`` : sql`limit ${skipped + limit}`
  // Who has changed is worked out anew; of all others, what was counted stands.
  const kept = sql`
    from employee
    join take_up_person as counted on counted.client_id = ${clientId} and counted.person_id = employee.person_id
    cross join wanted as offered
    where ${fits}
      and counted.employed
      and ${among}
      and not exists (select from moved where moved.person_id = counted.person_id)`
  const anew = sql`
    from profile as counted
    join employee on employee.client_id = ${clientId} and employee.person_id = counted.person_id
    cross join wanted as offered
    where ${fits}
      and counted.employed
      and ${among}`
  return sql`
    with ${counts(clientId)},
    wanted as materialized (select * from offered where id = ${benefitId}),
    named as (
      (
        select employee.person_id, employee.name_key, ${holdingOf} as holding
        ${kept}
        order by employee.name_key, employee.person_id
        ${most}
      )
      union all
      select employee.person_id, employee.name_key, ${holdingOf}
      ${anew}
    ),
    chosen as materialized (
      select *
      from named
      order by name_key, person_id
      ${limit === null ? sql`` : sql`limit ${limit} offset ${skipped}`}
    )
    select
      (
        select coalesce(json_agg(json_build_object(
          'employeeId', chosen.person_id,
          'firstName', employee.first_name,
          'surname', employee.surname,
          'email', employee.email,
          'employeeNumber', employee.employee_number,
          'holding', chosen.holding,
          'from', since.effective_from,
          'versions', since.versions
        ) order by chosen.name_key, chosen.person_id), '[]')
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
            and selection.benefit_id = ${benefitId}
            and chosen.holding <> 'not-selected'
          limit 1
        ) as since on true
      ) as data,
      ${
        matches.length === 0
          ? sql`null::integer`
          : sql`((select count(*) ${kept}) + (select count(*) ${anew}))::integer`
      } as found
  `
}

const holdingOf = sql`case when ${holds} then 'selected' when ${optedOut} then 'opted-out' else 'not-selected' end`

/** Whether a row `counted` belongs to a list of the benefit in `offered`. */
function belongsTo(holding: Holding, benefitId: BenefitId): RawBuilder<unknown> {
  // Named as the index has it, so that a benefit of few is found by them.
  switch (holding) {
    case 'selected':
      return sql`counted.selected @> array[${benefitId}]::uuid[]`
    case 'opted-out':
      return sql`counted.opted_out @> array[${benefitId}]::uuid[]`
    case 'eligible':
      return isFor
    case 'not-selected':
      return sql`(${isFor} and not ${holds})`
  }
}
