import { sql } from 'kysely'
import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { schemeYearOn } from '../../services/my-benefits/benefits.queries.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { ageLimitDay } from '../../domain/selections/people-covered.rules.ts'
import { pricingFamilyMember } from '../../domain/tax/person-facts.rules.ts'
import { benefitsOfYear, knownPeople } from '../../services/recalculation/selection-history.queries.ts'
import type { CoverEnding } from './cover-ending.queries.ts'
import { noticeDays } from '../../services/mail/cover-ending.rules.ts'
import { ageLimitMessages as say } from './age-limits.messages.ts'
import { isOneOf } from '../../platform/people-condition.queries.ts'

/** Returns dependants who reach the age limit within 60 days and could stay covered if registered disabled. */
export async function dependantsReachingAgeLimit(
  tx: Tx,
  clientId: ClientId,
  { people, today }: { people: readonly PersonId[]; today: IsoDate },
): Promise<CoverEnding[]> {
  const year = await schemeYearOn(tx, clientId, { date: today })
  if (!year) return []
  const benefits = new Map(
    [...(await benefitsOfYear(tx, clientId, { schemeYearId: year.id }))].filter(
      ([, { definition }]) => fullTimeEducationOptions(definition).length > 0,
    ),
  )
  if (benefits.size === 0) return []
  const [from, to] = [addDays(today, 1), addDays(today, noticeDays[0])]
  const holders = await holdersWithNews(tx, clientId, { people, benefits: [...benefits.keys()], from, to })
  const known = await knownPeople(tx, clientId, {
    people: [...new Set(holders.map(({ personId }) => personId))],
    date: today,
  })
  const families = new Map(known.map(({ personId, family }) => [personId, family.map(pricingFamilyMember)]))
  return holders.flatMap(({ personId, benefitId, covered }): CoverEnding[] => {
    const definition = benefits.get(benefitId)?.definition
    if (!definition) return []
    const days = fullTimeEducationOptions(definition).flatMap((option) =>
      (families.get(personId) ?? [])
        .filter(({ id, ended }) => covered.includes(id) && !ended)
        .flatMap((member) => {
          const day = ageLimitDay(option, member, { from, to })
          return day === undefined ? [] : [{ day, isStudent: member.educationEnds === addDays(day, -1) }]
        }),
    )
    return [...Map.groupBy(days, ({ day }) => day)].map(([day, each]) => ({
      personId,
      benefitId,
      benefit: definition.name,
      lastDay: addDays(day, -1),
      why: each.every(({ isStudent }) => isStudent) ? say.studiesEnd : say.lastAge,
    }))
  })
}

function fullTimeEducationOptions({ options }: Pick<BenefitDefinition, 'options'>) {
  return options.filter((option) => option.kind === 'people').filter((option) => option.disabledDependantsStay === true)
}

async function holdersWithNews(
  tx: Tx,
  clientId: ClientId,
  {
    people,
    benefits,
    from,
    to,
  }: { people: readonly PersonId[]; benefits: readonly BenefitId[]; from: IsoDate; to: IsoDate },
): Promise<{ personId: PersonId; benefitId: BenefitId; covered: string[] }[]> {
  const { rows } = await sql<{ personId: PersonId; benefitId: BenefitId; covered: string[] }>`
    select
      selection.person_id as "personId",
      selection.benefit_id as "benefitId",
      running.choice -> 'people' as covered
    from selection
    join selection_version as running
      on running.client_id = ${clientId}
      and running.selection_id = selection.id
      and running.version = selection.version_in_force
    where selection.client_id = ${clientId}
      and ${isOneOf(people, sql`selection.person_id`)}
      and selection.benefit_id = any(${[...benefits]}::uuid[])
      and exists (
        select
        from family_member as member
        where member.client_id = ${clientId}
          and member.person_id = selection.person_id
          and running.choice -> 'people' ? member.id::text
          and (
            full_time_education_ends between ${addDays(from, -1)} and ${addDays(to, -1)}
            or exists (
              select
              from generate_series(${from}::date, ${to}::date, interval '1 day') as on_day
              where to_char(on_day, 'MM-DD') = to_char(member.date_of_birth, 'MM-DD')
            )
            -- People born on 29 February have their birthday on 1 March in most years.
            or to_char(member.date_of_birth, 'MM-DD') = '02-29'
          )
      )
    order by selection.person_id, selection.benefit_id
  `.execute(tx)
  return rows
}
