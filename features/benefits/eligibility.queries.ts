import { type RawBuilder, sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { Closed } from './allowed-actions.rules.ts'
import type { OfferedBenefit, SchemeYear } from './benefits.queries.ts'
import { firstOfNextMonth } from './effective.rules.ts'
import { causeOf, type Condition, conditionsOf } from './eligibility.rules.ts'

/** Who of a client may choose a benefit, or the cause why not. */
export type Eligibility = { personId: PersonId; cause: Closed['cause'] | null }

/**
 * The answer of `decide` for everybody of a client at once, on a date: the same conditions, asked of the tables. What is
 * held is what is held now; facts are those in force on the date, as they are known now.
 */
export async function eligibilityOfAll(
  tx: Tx,
  clientId: ClientId,
  { year, benefit, on }: { year: SchemeYear; benefit: OfferedBenefit; on: IsoDate },
): Promise<Eligibility[]> {
  const { definition } = benefit
  const { rows } = await sql<Eligibility>`
    with fact as (
      select distinct on (person_id, fact) person_id, fact, value
      from employment_fact
      where client_id = ${clientId}
        and fact in ('status', 'start-date', 'end-date', 'probation-end')
        and effective_from <= ${on}
      order by person_id, fact, effective_from desc, recorded_at desc, sequence desc
    ),
    -- Gathered instead of joined: a join of everybody takes minutes where the planner has not counted the tables yet.
    gathered as (
      select person_id, fact, value from fact
      union all
      select person_id, 'born', date_of_birth::text
      from person_details
      where client_id = ${clientId}
      union all
      select person_id, 'holds', 'yes'
      from selection
      where client_id = ${clientId}
        and benefit_id = ${benefit.id}
        and (running_version is not null or state in ('opted-out', 'ended'))
    ),
    known as materialized (
      select
        person_id,
        max(value) filter (where fact = 'born')::date as born_on,
        max(value) filter (where fact = 'status') as status,
        max(value) filter (where fact = 'start-date')::date as started_on,
        max(value) filter (where fact = 'end-date')::date as ends_on,
        max(value) filter (where fact = 'probation-end')::date as probation_ends_on,
        bool_or(fact = 'holds') as holds
      from gathered
      group by person_id
    ),
    person as (
      select
        person_id,
        case when ends_on < ${on} then 'left' else status end as status,
        coalesce(started_on, ${on}) as joined_on,
        probation_ends_on,
        extract(year from ${on}::date) - extract(year from born_on)
          - (to_char(${on}::date, 'MM-DD') < to_char(born_on, 'MM-DD'))::integer as age,
        holds
      from known
    ),
    opening as materialized (
      select
        cause, opens_on, closes_on, coalesce((rules ->> 'days')::integer, 1) - 1 as days_more, person_id,
        coalesce(rules ->> 'takesEffect', 'next-month') as takes_effect, (rules ->> 'eventDate')::date as event_on
      from enrolment_window
      where client_id = ${clientId}
        and scheme_year_id = ${year.id}
        and (cause = 'granted' or cause = any(${definition.changeIn}))
        and (coalesce(rules ->> 'benefits', 'all') = 'all' or rules -> 'benefits' ? ${benefit.code})
    )
    select
      person_id as "personId",
      case ${sql.join(
        conditionsOf(definition, { withdrawn: benefit.withdrawn ?? false, year }).map(
          (condition) => sql`when not (${askedOfAll(condition, { changeIn: definition.changeIn, on })})
            then ${causeOf[condition.rule]}`,
        ),
        sql` `,
      )} end as cause
    from person
    order by person_id
  `.execute(tx)
  return rows
}

/** A condition as a question to a row of `person`. */
function askedOfAll(
  condition: Condition,
  { changeIn, on }: { changeIn: readonly string[]; on: IsoDate },
): RawBuilder<boolean> {
  switch (condition.rule) {
    case 'employed':
      return sql`status is distinct from 'left' and status is distinct from 'inactive'`
    case 'still-offered':
      return sql`false`
    case 'holds-already':
      return sql`holds`
    case 'age-from':
      return sql`age >= ${condition.years}`
    case 'age-to':
      return sql`age <= ${condition.years}`
    case 'past-probation':
      return sql`probation_ends_on is null or probation_ends_on < ${on}`
    case 'open-now':
      return changeIn.includes('any-time') || changeIn.includes('any-month')
        ? sql`true`
        : sql`exists (select ${openSpans(on)})`
    case 'counts-in-year': {
      const { year, takesEffect } = condition
      // Only in its last month does it matter in which window somebody is.
      if (firstOfNextMonth(on) <= year.to || on <= year.from) return sql`true`
      const inTime = (rule: RawBuilder<string>, eventOn: RawBuilder<IsoDate | null>) =>
        sql<boolean>`${rule} = 'same-day' or (${rule} = 'event-date' and coalesce(${eventOn}, ${on}::date) <= ${year.to})`
      return sql`coalesce(
        (select ${inTime(sql`takes_effect`, sql`event_on`)} ${openSpans(on)} order by ends_on desc limit 1),
        ${inTime(sql`${takesEffect}::text`, sql`null::date`)}
      )`
    }
  }
}

/** Both days of a window are inside; the anniversary of 29 February is 1 March where there is none. */
function openSpans(on: IsoDate): RawBuilder<unknown> {
  return sql`
    from opening
    cross join lateral (
      select joined_on as starts_on, joined_on + days_more as ends_on
      where cause = 'joiner'
      union all
      select anniversary, anniversary + days_more
      from generate_series(-1, 0) as before
      cross join lateral (
        select
          make_date(extract(year from ${on}::date)::integer + before, extract(month from joined_on)::integer, 1)
            + extract(day from joined_on)::integer - 1 as anniversary
      ) as dated
      where cause = 'anniversary' and anniversary > joined_on
      union all
      select opens_on, closes_on
      where cause not in ('joiner', 'anniversary')
    ) as span
    where (opening.person_id is null or opening.person_id = person.person_id)
      and ${on}::date between starts_on and ends_on
  `
}
