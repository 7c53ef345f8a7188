import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { lockPeople } from '../people/profile.queries.ts'
import { recalculateSince } from '../recalculation/recalculate.queries.ts'
import { isOneOf } from '../../platform/people-condition.queries.ts'

/** Renews or ends every selection for a scheme year that has begun. Safe to repeat. Returns the number of versions written. */
export async function renewSelections(
  tx: Tx,
  clientId: ClientId,
  { people, today }: { people?: readonly PersonId[] | undefined; today: IsoDate },
): Promise<number> {
  const due = await selectionsDue(tx, clientId, { people, today })
  const [earliest] = due.map(({ from }) => from).toSorted()
  if (earliest === undefined) return 0
  const holders = due.map(({ personId }) => personId)
  await lockPeople(tx, clientId, { people: holders })
  return recalculateSince(tx, clientId, { people: holders, sinceOf: () => earliest, earliest, today })
}

type PersonDue = { personId: PersonId; from: IsoDate }

async function selectionsDue(
  tx: Tx,
  clientId: ClientId,
  { people, today }: { people: readonly PersonId[] | undefined; today: IsoDate },
): Promise<PersonDue[]> {
  const { rows } = await sql<PersonDue>`
    with year as (
      select id, starts_on
      from scheme_year
      where client_id = ${clientId}
        and starts_on <= ${today}
      order by starts_on desc
      limit 1
    ),
    due as (
      select selection.person_id, max(former.starts_on) as last_year
      from year
      cross join selection
      join selection_version as version on version.client_id = ${clientId} and version.selection_id = selection.id
      join scheme_year as former on former.client_id = ${clientId} and former.id = version.scheme_year_id
      where selection.client_id = ${clientId}
        and ${isOneOf(people, sql`selection.person_id`)}
        and former.starts_on < year.starts_on
        and (
          selection.version_in_force is not null
          or selection.state = 'pending'
          or (
            selection.state in ('opted-out', 'ended')
            and exists (
              select
              from selection_version as newest
              where newest.client_id = ${clientId}
                and newest.selection_id = selection.id
                and newest.version = selection.version
                and newest.effective_from > year.starts_on
            )
          )
        )
        and not exists (
          select
          from selection_version as renewed
          where renewed.client_id = ${clientId}
            and renewed.selection_id = selection.id
            and (
              renewed.scheme_year_id = year.id and renewed.effective_from <= year.starts_on
              or renewed.version = selection.version_in_force
                and renewed.price @? '$.parts[*] ? (@.spread.kind == "instalments")'
            )
        )
      group by selection.person_id, selection.id
    )
    select due.person_id as "personId", min(next.starts_on) as from
    from due
    join scheme_year as next on next.client_id = ${clientId} and next.starts_on > due.last_year
    where next.starts_on <= ${today}
    group by due.person_id
    order by 1
  `.execute(tx)
  return rows
}
