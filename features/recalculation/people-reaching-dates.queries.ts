import { sql } from 'kysely'
import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId, SchemeYearId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { sameDayInYear } from '../../domain/pricing/age.ts'
import { awaitingApproval } from '../../services/recalculation/selection-states.rules.ts'
import { benefitsOfYear } from '../../services/recalculation/selection-history.queries.ts'
import { isOneOf } from '../../platform/people-condition.queries.ts'

export async function peopleReachingDates(
  tx: Tx,
  clientId: ClientId,
  {
    people,
    schemeYearId,
    from,
    to,
  }: { people: readonly PersonId[] | undefined; schemeYearId: SchemeYearId; from: IsoDate; to: IsoDate },
): Promise<PersonId[]> {
  const benefits = [...(await benefitsOfYear(tx, clientId, { schemeYearId }))].flatMap(([id, { definition }]) =>
    dependsOnDates(definition) ? [id] : [],
  )
  if (benefits.length === 0) return []
  const days = daysOfYear(from, to)
  const { rows } = await sql<{ personId: PersonId }>`
    with holder as (
      select distinct person_id
      from selection
      where client_id = ${clientId}
        and ${isOneOf(people)}
        and benefit_id = any(${benefits}::uuid[])
        and state <> 'none'
    )
    select holder.person_id as "personId"
    from holder
    join person_details as person on person.client_id = ${clientId} and person.person_id = holder.person_id
    where to_char(person.date_of_birth, 'MM-DD') = any(${days}::text[])
      or exists (
        select
        from family_member
        where family_member.client_id = ${clientId}
          and family_member.person_id = holder.person_id
          and (
            to_char(family_member.date_of_birth, 'MM-DD') = any(${days}::text[])
            or full_time_education_ends between ${addDays(from, -1)} and ${addDays(to, -1)}
            or disability_confirmed_until between ${addDays(from, -1)} and ${addDays(to, -1)}
          )
      )
      or exists (
        select
        from employment_fact
        where employment_fact.client_id = ${clientId}
          and employment_fact.person_id = holder.person_id
          and fact = 'start-date'
          and substr(value, 6) = any(${days}::text[])
      )
    order by 1
  `.execute(tx)
  return rows.map(({ personId }) => personId)
}

export async function leaversWithPending(
  tx: Tx,
  clientId: ClientId,
  { people, from, to }: { people: readonly PersonId[] | undefined; from: IsoDate; to: IsoDate },
): Promise<PersonId[]> {
  const { rows } = await sql<{ personId: PersonId }>`
    select distinct selection.person_id as "personId"
    from selection
    join employment_fact as fact
      on fact.client_id = selection.client_id and fact.person_id = selection.person_id and fact.fact = 'end-date'
    where selection.client_id = ${clientId}
      and ${isOneOf(people, sql`selection.person_id`)}
      and selection.state = any(${[...awaitingApproval]}::text[])
      and fact.value between ${addDays(from, -1)}::text and ${addDays(to, -1)}::text
    order by 1
  `.execute(tx)
  return rows.map(({ personId }) => personId)
}

function dependsOnDates({ price, options }: Pick<BenefitDefinition, 'price' | 'options'>): boolean {
  return (
    price.some(({ price: each }) => each.method === 'age-banded' && recalculatedDates.has(each.ageOn)) ||
    options.some((option) => option.kind === 'people' && option.dependantsUnder !== undefined)
  )
}

const recalculatedDates: ReadonlySet<string> = new Set(['birthday', 'anniversary'])

/** Returns 'MM-DD' of each day. 29 February falls on 1 March in other years. */
function daysOfYear(from: IsoDate, to: IsoDate): string[] {
  const days = new Set<string>()
  // 2024 is a leap year.
  const leapDay = '2024-02-29' as IsoDate
  for (let day = from; day <= to; day = addDays(day, 1)) {
    days.add(day.slice(5))
    if (sameDayInYear(leapDay, Number(day.slice(0, 4))) === day) days.add('02-29')
  }
  return [...days]
}
