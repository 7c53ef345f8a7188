import { sql } from 'kysely'
import type { BenefitId, ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { choosingActions } from '../../services/recalculation/choice-origin.rules.ts'
import type { IncreaseDay, IncreasingOption } from '../../domain/selections/yearly-increase.rules.ts'
import { isOneOf } from '../../platform/people-condition.queries.ts'

export async function peopleDueIncrease(
  tx: Tx,
  clientId: ClientId,
  {
    people,
    benefitId,
    day: { on, options },
    keptAs,
  }: { people: readonly PersonId[] | undefined; benefitId: BenefitId; day: IncreaseDay; keptAs: string },
): Promise<PersonId[]> {
  const { rows } = await sql<{ personId: PersonId }>`
    select selection.person_id as "personId"
    from selection
    where selection.client_id = ${clientId}
      and ${isOneOf(people, sql`selection.person_id`)}
      and selection.benefit_id = ${benefitId}
      and exists (
        select
        from selection_version as version
        where version.client_id = ${clientId}
          and version.selection_id = selection.id
          and version.action = any(${[...choosingActions]}::text[])
          and version.effective_from < ${on}
          and (version.recorded_at at time zone 'Europe/London')::date < ${on}
          and (${sql.join(options.map(hasRoom), sql` or `)})
      )
      and not exists (
        select
        from selection_version as version
        where version.client_id = ${clientId}
          and version.selection_id = selection.id
          and version.action like 'rise%'
          and version.effective_from = ${on}
          and not exists (
            select
            from selection_version as later
            where later.client_id = ${clientId}
              and later.selection_id = version.selection_id
              and later.version > version.version
              and later.action like 'reinstate%'
          )
      )
      and not exists (
        select
        from notice_sent
        where notice_sent.client_id = ${clientId}
          and notice_sent.person_id = selection.person_id
          and about = ${keptAs}
      )
    order by 1
  `.execute(tx)
  return rows.map(({ personId }) => personId)
}

function hasRoom({ code, max, rise: { upTo, onlyWhen } }: IncreasingOption) {
  const value = (option: string) => sql`version.choice -> 'values' ->> ${option}`
  const wanted = onlyWhen ? sql`${value(onlyWhen.option)} = ${onlyWhen.is}` : sql`true`
  // `case` casts only numbers, because the option may have had levels before it became a range.
  return sql`(
    ${wanted}
    and case
      when ${value(code)} ~ '^[0-9]+([.][0-9]+)?$' then (${value(code)})::numeric < ${upTo ?? max}::numeric
      else false
    end
  )`
}
