import { type RawBuilder, sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { NotAllowed } from './allowed-actions.rules.ts'
import type { OfferedBenefit, SchemeYear } from './benefits.queries.ts'
import { firstOfNextMonth } from '../../domain/windows/effective-date.rules.ts'
import { isVoucherScheme } from '../../domain/tax/tax-band.rules.ts'
import { earliestStop } from './voucher-membership.rules.ts'
import { causeOfCondition, conditionsOf } from '../../domain/eligibility/eligibility.rules.ts'
import type { Condition } from '../../domain/eligibility/condition.ts'

export type EligibilityOfPerson = {
  personId: PersonId
  status: string | null
  dateOfBirth: IsoDate
  probationEndsOn: IsoDate | null
  location: string | null
  payroll: string | null
  weeklyHours: string | null
  joinedOn: IsoDate | null
  noticeOn: IsoDate | null
  /** `causes` and `holds` have one entry per benefit, in the order of `benefits`. `holds` includes past selections. */
  causes: (NotAllowed['cause'] | null)[]
  holds: boolean[]
}

type EligibilityRequest = {
  year: SchemeYear
  benefits: readonly OfferedBenefit[]
  on: IsoDate
  people?: readonly PersonId[]
  conditions?: (benefit: OfferedBenefit) => readonly Condition[]
}

/** Decides in SQL, by today's selections and the facts in force on the date. Same rules as `decideEligibility`. */
export async function eligibilityOfEach(
  tx: Tx,
  clientId: ClientId,
  { year, benefits, on, people, conditions = joiningIn(year) }: EligibilityRequest,
): Promise<EligibilityOfPerson[]> {
  if (benefits.length === 0 || people?.length === 0) return []
  const vouchers = benefits.flatMap(({ id, definition }) => (isVoucherScheme(definition) ? [id] : []))
  const isConcerned = people ? sql`person_id = any(${[...people]}::uuid[])` : sql`true`
  const { rows } = await sql<EligibilityOfPerson>`
    with start as (
      select distinct on (person_id, is_ahead) person_id, value, effective_from > ${on} as is_ahead
      from employment_fact
      where client_id = ${clientId}
        and fact = 'start-date'
        and ${isConcerned}
      order by person_id, is_ahead, effective_from desc, recorded_at desc, sequence desc
    ),
    -- Joiners are checked against the facts of their first working day.
    joiner as materialized (
      select person_id, first_day
      from (
        select
          person_id,
          coalesce(max(value) filter (where not is_ahead), max(value) filter (where is_ahead))::date as first_day
        from start
        group by person_id
      ) as begun
      where first_day > ${on}
    ),
    fact as (
      select distinct on (person_id, fact) person_id, fact, value
      from employment_fact
      where client_id = ${clientId}
        and fact in (
          'status', 'end-date', 'probation-end', 'location', 'payroll', 'hours-per-week', 'childcare-account-notice'
        )
        and (
          effective_from <= ${on}
          or person_id = any(array(select person_id from joiner))
            and fact not in ('status', 'end-date')
            and effective_from <= (select first_day from joiner where joiner.person_id = employment_fact.person_id)
        )
        and ${isConcerned}
      order by person_id, fact, effective_from desc, recorded_at desc, sequence desc
    ),
    -- A union instead of joins: joining all employees takes minutes before PostgreSQL has statistics of the tables.
    gathered as (
      select person_id, fact, value from fact
      union all
      select person_id, case when is_ahead then 'joins' else 'start-date' end, value from start
      union all
      select person_id, 'born', date_of_birth::text
      from person_details
      where client_id = ${clientId}
        and ${isConcerned}
      union all
      select person_id, 'holds', benefit_id::text
      from selection
      where client_id = ${clientId}
        and benefit_id = any(${benefits.map(({ id }) => id)}::uuid[])
        and (
          version_in_force is not null
          or state in ('opted-out', 'ended') and (
            benefit_id <> all(${vouchers}::uuid[])
            or exists (
              select
              from selection_version as version
              where version.client_id = ${clientId}
                and version.selection_id = selection.id
                and version.version = selection.version
                and version.action <> 'end'
                and version.effective_from >= ${earliestStop(firstOfNextMonth(on))}
            )
          )
        )
        and ${isConcerned}
    ),
    known as materialized (
      select
        person_id,
        max(value) filter (where fact = 'born')::date as born_on,
        max(value) filter (where fact = 'status') as status,
        max(value) filter (where fact = 'start-date')::date as started_on,
        max(value) filter (where fact = 'joins')::date as joins_on,
        max(value) filter (where fact = 'end-date')::date as ends_on,
        max(value) filter (where fact = 'probation-end')::date as probation_ends_on,
        max(value) filter (where fact = 'location') as location,
        max(value) filter (where fact = 'payroll') as payroll,
        max(value) filter (where fact = 'hours-per-week') as weekly_hours,
        max(value) filter (where fact = 'childcare-account-notice')::date as notice_on,
        coalesce(array_agg(value) filter (where fact = 'holds'), '{}') as held
      from gathered
      group by person_id
    ),
    person as materialized (
      select
        person_id,
        case when ends_on < ${on} then 'left' else status end as status,
        coalesce(started_on, ${on}) as joined_on,
        coalesce(started_on, joins_on) as first_day,
        born_on,
        probation_ends_on,
        location,
        payroll,
        weekly_hours,
        notice_on,
        as_of,
        extract(year from as_of) - extract(year from born_on)
          - (to_char(as_of, 'MM-DD') < to_char(born_on, 'MM-DD'))::integer as age,
        held
      from known
      cross join lateral (select greatest(${on}::date, coalesce(started_on, joins_on)) as as_of) as asked_on
    ),
    opening as materialized (
      select
        cause,
        opens_on,
        closes_on,
        coalesce((rules ->> 'days')::integer, 1) - 1 as days_more,
        person_id,
        coalesce(rules ->> 'takesEffect', 'next-month') as takes_effect,
        (rules ->> 'eventDate')::date as event_on,
        coalesce(rules -> 'benefits', '"all"') as benefits
      from enrolment_window
      where client_id = ${clientId}
        and (scheme_year_id = ${year.id} or cause = 'life-event' and closes_on >= ${on})
    )
    select
      person_id as "personId",
      status,
      born_on as "dateOfBirth",
      probation_ends_on as "probationEndsOn",
      location,
      payroll,
      weekly_hours as "weeklyHours",
      first_day as "joinedOn",
      notice_on as "noticeOn",
      array[${sql.join(benefits.map((benefit) => causeOfAll(benefit, { conditions: conditions(benefit), on })))}]::text[] as causes,
      array[${sql.join(benefits.map(({ id }) => sql`${id} = any(held)`))}] as holds
    from person
    order by person_id
  `.execute(tx)
  return rows
}

function joiningIn(year: SchemeYear) {
  return ({ definition, withdrawn }: OfferedBenefit) =>
    conditionsOf(definition, { withdrawn: withdrawn ?? false, year })
}

function causeOfAll(
  benefit: OfferedBenefit,
  { conditions, on }: { conditions: readonly Condition[]; on: IsoDate },
): RawBuilder<string | null> {
  return sql`case ${sql.join(
    conditions.map(
      (condition) => sql`when not (${askedOfAll(condition, { benefit, on })}) then ${causeOfCondition[condition.rule]}`,
    ),
    sql` `,
  )} end`
}

function askedOfAll(
  condition: Condition,
  { benefit, on }: { benefit: OfferedBenefit; on: IsoDate },
): RawBuilder<boolean> {
  switch (condition.rule) {
    case 'employed':
      return sql`status is distinct from 'left' and status is distinct from 'inactive'`
    case 'year-published':
      return on <= condition.yearEnds ? sql`true` : sql`false`
    case 'still-offered':
      return sql`false`
    case 'holds-already':
      return sql`${benefit.id} = any(held)`
    case 'no-childcare-account':
      return sql`notice_on is null or as_of <= notice_on`
    case 'age-from':
      return sql`age >= ${condition.years}`
    case 'age-to':
      return sql`age <= ${condition.years}`
    case 'past-probation':
      return sql`probation_ends_on is null or probation_ends_on < as_of`
    case 'in-location':
      return sql`coalesce(location = any(${[...condition.locations]}::text[]), false)`
    case 'on-payroll':
      return sql`coalesce(payroll = any(${[...condition.payrolls]}::text[]), false)`
    case 'hours-from':
      return sql`coalesce(weekly_hours::numeric >= ${condition.hours}::numeric, false)`
    case 'open-now': {
      const { changeIn } = benefit.definition
      if (changeIn.includes('any-time') || changeIn.includes('any-month')) return sql`true`
      return sql`${inAWindowOfAll(benefit, on)} or exists (select ${openSpans(benefit, on)})`
    }
    // The last day of employment differs by employee, so only `decideEligibility` checks it.
    case 'starts-in-employment':
      return sql`true`
    case 'counts-in-year': {
      const { year, takesEffect } = condition
      const joinsInTime = sql<boolean>`coalesce(first_day <= ${year.to}, true)`
      // The employee's window matters only in the last month of the scheme year.
      if (firstOfNextMonth(on) <= year.to || on <= year.from) return joinsInTime
      const { changeIn } = benefit.definition
      const always = changeIn.includes('any-time') || changeIn.includes('any-month')
      return sql`${joinsInTime} and (
        ${always && (takesEffect === 'same-day' || takesEffect === 'event-date')}
        or exists (
          select ${openSpans(benefit, on)}
            and (event_on <= ${year.to} or takes_effect = 'same-day' or (takes_effect = 'event-date' and event_on is null))
        )
      )`
    }
  }
}

function concerns({ code, definition: { changeIn } }: OfferedBenefit): RawBuilder<boolean> {
  return sql`(opening.cause = 'granted' or opening.cause = any(${changeIn}))
    and (opening.benefits = '"all"' or opening.benefits ? ${code})`
}

function inAWindowOfAll(benefit: OfferedBenefit, on: IsoDate): RawBuilder<boolean> {
  return sql`exists (
    select
    from opening
    where ${concerns(benefit)}
      and opening.person_id is null
      and opening.cause not in ('joiner', 'anniversary')
      and ${on}::date between opening.opens_on and opening.closes_on
  )`
}

/** First and last day of a window are inclusive. Outside leap years, the anniversary of 29 February is 1 March. */
function openSpans(benefit: OfferedBenefit, on: IsoDate): RawBuilder<unknown> {
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
    where ${concerns(benefit)}
      and (opening.person_id is null or opening.person_id = person.person_id)
      and ${on}::date between starts_on and ends_on
  `
}
