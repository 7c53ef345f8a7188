import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { newestFacts } from '../../services/people/newest-facts.queries.ts'
import { payrollsWithPeriods } from '../../services/payroll/pay-periods.queries.ts'
import { taxTables } from '../../services/payroll/tax-tables.queries.ts'
import { ratesOf, type SchemeYear, schemeYearOn } from '../../services/my-benefits/benefits.queries.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { conditionsMetSince } from '../../domain/eligibility/eligibility-loss.rules.ts'
import { employmentOn, workplaceOn } from '../../domain/tax/person-facts.rules.ts'
import { lockPeople } from '../../services/people/profile.queries.ts'
import { statesBeforeStart } from '../../domain/selections/cover-periods.rules.ts'
import { writeDeductionsOfMany } from '../../services/recalculation/selection-pay.queries.ts'
import { appendVersions, insertSelections } from '../../services/my-benefits/selections.queries.ts'
import { enrolJobholders } from '../pension-enrolment/enrolment.queries.ts'
import {
  coreCoverStart,
  coreCoverVersion,
  pendingBesideCoreCover,
} from '../../services/recalculation/core-cover.server.ts'
import { recalculationInputsOf, recalculateForFacts } from '../../services/recalculation/recalculate.queries.ts'
import {
  benefitsOfYear,
  selectionHistories,
  knownPeople,
  type KnownPerson,
} from '../../services/recalculation/selection-history.queries.ts'
import { joinedAfter } from '../../domain/windows/leaving.rules.ts'
import { rejoiningSteps } from '../../services/recalculation/leaving.server.ts'
import type { SelectionWithHistory } from '../../services/recalculation/apply-version.rules.ts'
import { isOneOf } from '../../platform/people-condition.queries.ts'

/** Starts core cover, for all employees if `people` is omitted. Returns the number of selections. */
export async function provideCoreCover(
  tx: Tx,
  clientId: ClientId,
  { people, today }: { people?: readonly PersonId[] | undefined; today: IsoDate },
): Promise<number> {
  const year = await schemeYearOn(tx, clientId, { date: today })
  if (!year) return 0
  const given = [...(await benefitsOfYear(tx, clientId, { schemeYearId: year.id }))].filter(
    ([, { definition, withdrawn }]) => definition.coreChoice !== undefined && !withdrawn,
  )
  if (given.length === 0) return 0
  const cameOn = await firstDayOfClient(tx, clientId)
  const benefits = given.filter(([, { definition }]) => definition.autoEnrolment === undefined)
  let begun = benefits.length > 0 ? await provideToAll(tx, clientId, { people, benefits, year, cameOn, today }) : 0
  for (const [id, { definition }] of given)
    if (definition.autoEnrolment)
      begun += await enrolJobholders(tx, clientId, {
        pension: { id, definition, rules: definition.autoEnrolment },
        people,
        year,
        cameOn,
        today,
      })
  return begun
}

async function provideToAll(
  tx: Tx,
  clientId: ClientId,
  {
    people,
    benefits,
    year,
    cameOn,
    today,
  }: {
    people?: readonly PersonId[] | undefined
    benefits: readonly (readonly [BenefitId, { definition: BenefitDefinition }])[]
    year: SchemeYear
    cameOn: IsoDate
    today: IsoDate
  },
): Promise<number> {
  const oldest = Math.max(0, ...benefits.map(([, { definition }]) => definition.ages?.from ?? 0))
  const without = await peopleWithout(tx, clientId, {
    people,
    benefitIds: benefits.map(([id]) => id),
    begun: {
      after: cameOn,
      year,
      oldest,
      anyway: benefits.some(([, { definition }]) => definition.pot !== undefined || definition.offeredTo !== undefined),
    },
    today,
  })
  let given = 0
  for (let from = 0; from < without.length; from += peoplePerStatement) {
    const some = without.slice(from, from + peoplePerStatement)
    given += await provide(tx, clientId, {
      people: some,
      benefits: benefits.map(([id, { definition }]) => ({ id, definition })),
      year,
      cameOn,
      today,
    })
  }
  return given
}

const peoplePerStatement = 100

type Provision = {
  people: readonly PersonId[]
  benefits: readonly { id: BenefitId; definition: BenefitDefinition }[]
  year: SchemeYear
  cameOn: IsoDate
  today: IsoDate
}

async function provide(
  tx: Tx,
  clientId: ClientId,
  { people, benefits, year, cameOn, today }: Provision,
): Promise<number> {
  await lockPeople(tx, clientId, { people })
  const payrolls = await payrollsWithPeriods(tx, clientId, { from: year.from })
  const scheme = { year, rates: await ratesOf(tx, clientId, { schemeYearId: year.id }), taxTables: taxTables(), today }
  const known = await knownPeople(tx, clientId, { people, date: year.from })
  const held = await selectionHistories(tx, clientId, { people })
  const selections = known.flatMap((person) =>
    benefits.flatMap(({ id: benefitId, definition }) => {
      const before = held.find(
        ({ selection }) => selection.personId === person.personId && selection.benefitId === benefitId,
      )
      if (before && !mayStartCover(before, person)) return []
      // People who rejoin soon enough have their previous cover restored instead.
      const { leaving } = definition
      if (before && rejoiningSteps(before, { leaving, facts: person.facts, until: year.to }).length > 0) return []
      const from = firstDayFor(person, { definition, year, cameOn, today, endedFrom: before && expiredFrom(before) })
      const first =
        from &&
        coreCoverVersion({
          definition,
          person: recalculationInputsOf(person, payrolls),
          scheme,
          from,
          state: before?.selection.state ?? 'none',
        })
      return first ? [{ personId: person.personId, benefitId, first, before }] : []
    }),
  )
  const again = selections.flatMap(({ before, first }) =>
    before ? [{ selection: before.selection, steps: [first, ...pendingBesideCoreCover(before, first)] }] : [],
  )
  await appendVersions(tx, clientId, { continuations: again })
  const begun = await insertSelections(tx, clientId, { selections: selections.filter(({ before }) => !before) })
  const given = [...begun, ...again.map(({ selection }) => selection)]
  await writeDeductionsOfMany(tx, clientId, { selections: given, today })
  const since = new Map(given.map(({ personId }) => [personId, year.from]))
  await recalculateForFacts(tx, clientId, { changed: since, today })
  return given.length
}

function mayStartCover(held: SelectionWithHistory, { facts }: KnownPerson): boolean {
  const { versions } = held
  if (expiredFrom(held)) return true
  const end = versions.findLastIndex(({ action }) => action === 'end')
  const endedFrom = versions[end]?.effectiveFrom
  const anew = endedFrom ? joinedAfter(facts, endedFrom) : false
  if (!anew) return versions.every(({ state }) => statesBeforeStart.has(state))
  return versions.slice(end + 1).every(({ state }) => state === 'ended' || statesBeforeStart.has(state))
}

function expiredFrom({ versions }: SelectionWithHistory): IsoDate | undefined {
  const end = versions.findLastIndex(({ action }) => action === 'expire')
  const since = versions.slice(end + 1)
  const isOver = since.every(({ state }) => state === 'ended' || statesBeforeStart.has(state))
  return (isOver && versions[end]?.effectiveFrom) || undefined
}

function firstDayFor(
  { dateOfBirth, facts }: KnownPerson,
  {
    definition,
    year,
    cameOn,
    today,
    endedFrom,
  }: {
    definition: BenefitDefinition
    year: SchemeYear
    cameOn: IsoDate
    today: IsoDate
    endedFrom: IsoDate | undefined
  },
): IsoDate | undefined {
  const { status, startedOn, probationEndsOn } = employmentOn(facts, today)
  const person = {
    status,
    startedOn,
    probationEndsOn,
    dateOfBirth,
    ...workplaceOn(facts, today),
    meetsSince: conditionsMetSince(definition, { dateOfBirth, facts }, today),
    endedFrom,
  }
  return coreCoverStart({ definition, person, year, cameOn, today })
}

type WithoutCoverRequest = {
  people?: readonly PersonId[] | undefined
  benefitIds: readonly BenefitId[]
  /** Skips people whose start date, probation end and minimum age all lie before this day. */
  begun: {
    after: IsoDate
    year: SchemeYear
    oldest: number
    /** Skips nobody, because conditions such as location, payroll or hours may be met on any day. */
    anyway: boolean
  }
  today: IsoDate
}

async function peopleWithout(
  tx: Tx,
  clientId: ClientId,
  { people, benefitIds, begun, today }: WithoutCoverRequest,
): Promise<PersonId[]> {
  const { rows } = await sql<{ personId: PersonId }>`
    with last_day as (${newestFacts(clientId, { facts: ['end-date'], people, on: today })}),
    -- A union is faster than joins, as in eligibility.queries.ts.
    gathered as (
      select person_id, 'born' as what, date_of_birth::text as value
      from person_details
      where client_id = ${clientId}
        and ${isOneOf(people)}
      union all
      select person_id, 'ends', value from last_day
      union all
      select person_id, 'begins', max(value)
      from employment_fact
      where client_id = ${clientId}
        and ${isOneOf(people)}
        and fact in ('start-date', 'probation-end')
      group by person_id
      union all
      select person_id, 'holds', benefit_id::text
      from selection
      where client_id = ${clientId}
        and ${isOneOf(people)}
        and benefit_id = any(${[...benefitIds]}::uuid[])
        and (version_in_force is not null or state <> all(${[...statesBeforeStart, 'ended']}::text[]))
    )
    select person_id as "personId"
    from gathered
    group by person_id
    having bool_or(what = 'born')
      and count(*) filter (where what = 'holds') < ${benefitIds.length}
      and coalesce(max(value) filter (where what = 'ends'), ${today}::text) >= ${today}::text
      and (
        ${begun.anyway}
        or ${begun.year.from}::date > ${begun.after}
        or max(value) filter (where what = 'begins') >= ${begun.after}::text
        -- The extra day is for people born on 29 February.
        or (max(value) filter (where what = 'born'))::date + make_interval(years => ${begun.oldest}, days => 1)
          > ${begun.after}::date
      )
    order by person_id
  `.execute(tx)
  return rows.map(({ personId }) => personId)
}

async function firstDayOfClient(tx: Tx, clientId: ClientId): Promise<IsoDate> {
  const { day } = await tx
    .selectFrom('client')
    .select(sql<IsoDate>`(created_at at time zone 'Europe/London')::date`.as('day'))
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  return day
}
