import { type Selectable, sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import type { Assessment } from '../../domain/eligibility/enrolment-assessment.rules.ts'
import { isOneOf } from '../../platform/people-condition.queries.ts'

export type StoredAssessment = Assessment & { personId: PersonId; informedOn: IsoDate | null }

export async function peopleToAssess(
  tx: Tx,
  clientId: ClientId,
  {
    benefitId,
    people,
    reEnrolment,
    today,
  }: {
    benefitId: BenefitId
    people?: readonly PersonId[] | undefined
    reEnrolment: string | undefined
    today: IsoDate
  },
): Promise<PersonId[]> {
  const { rows } = await sql<{ personId: PersonId }>`
    with newest as (
      select distinct on (person_id) person_id, from_day, to_day, last_fact_sequence, date_of_birth
      from pension_assessment
      where client_id = ${clientId}
        and ${isOneOf(people)}
      order by person_id, from_day desc
    ),
    last_fact as (
      select person_id, max(sequence) as sequence
      from employment_fact
      where client_id = ${clientId}
        and ${isOneOf(people)}
      group by person_id
    ),
    begun as (
      select selection.person_id, max(version.effective_from) as effective_from
      from selection
      join selection_version as version
        on version.client_id = ${clientId}
        and version.selection_id = selection.id
        and version.version = selection.version_in_force
      where selection.client_id = ${clientId}
        and ${isOneOf(people)}
        and selection.benefit_id = ${benefitId}
        and version.effective_from <= ${today}
      group by selection.person_id
    )
    select person_details.person_id as "personId"
    from person_details
    join last_fact on last_fact.person_id = person_details.person_id
    left join newest on newest.person_id = person_details.person_id
    left join begun on begun.person_id = person_details.person_id
    where person_details.client_id = ${clientId}
      and (
        newest.person_id is null
        or newest.to_day < ${today}
        or newest.last_fact_sequence < last_fact.sequence
        or newest.date_of_birth <> person_details.date_of_birth
        or begun.effective_from > newest.from_day
        or ${reEnrolment ?? null}::date between newest.from_day + 1 and ${today}::date
      )
    order by person_details.person_id
  `.execute(tx)
  return rows.map(({ personId }) => personId)
}

export async function assessmentsOf(
  tx: Tx,
  clientId: ClientId,
  { people }: { people: readonly PersonId[] },
): Promise<Map<PersonId, StoredAssessment[]>> {
  const rows = await tx
    .selectFrom('pension_assessment')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('person_id', '=', sql<PersonId>`any(${[...people]}::uuid[])`)
    .orderBy('person_id')
    .orderBy('from_day')
    .execute()
  return Map.groupBy(rows.map(storedAssessment), ({ personId }) => personId)
}

function storedAssessment(row: Selectable<Database['pension_assessment']>): StoredAssessment {
  return {
    personId: row.person_id,
    from: row.from_day,
    to: row.to_day,
    period: { from: row.period_from, to: row.period_to },
    frequency: row.frequency,
    category: row.category,
    age: row.age,
    earnings: row.earnings_pence,
    trigger: row.trigger_pence,
    lower: row.lower_pence,
    outcome: row.outcome,
    postponedTo: row.postponed_to,
    letter: row.letter,
    informedOn: row.informed_on,
  }
}

export type ReportedAssessment = StoredAssessment & {
  employeeName: string
  employeeNumber: string | null
  assessedOn: IsoDate
}

export async function reportedAssessments(
  tx: Tx,
  clientId: ClientId,
  { most }: { most?: number },
): Promise<ReportedAssessment[]> {
  const rows = await tx
    .selectFrom('pension_assessment as assessment')
    .innerJoin('person_details as person', (join) =>
      join
        .onRef('person.client_id', '=', 'assessment.client_id')
        .onRef('person.person_id', '=', 'assessment.person_id'),
    )
    .leftJoin('employee', (join) =>
      join
        .onRef('employee.client_id', '=', 'assessment.client_id')
        .onRef('employee.person_id', '=', 'assessment.person_id'),
    )
    .selectAll('assessment')
    .select([
      sql<string>`person.first_name || ' ' || person.surname`.as('employeeName'),
      'employee.employee_number as employeeNumber',
    ])
    .where('assessment.client_id', '=', clientId)
    .orderBy('assessment.from_day', 'desc')
    .orderBy('person.surname')
    .orderBy('person.first_name')
    .orderBy('assessment.person_id')
    .$if(most !== undefined, (query) => query.limit(most ?? 0))
    .execute()
  return rows.map(({ employeeName, employeeNumber, ...row }) => ({
    ...storedAssessment(row),
    employeeName,
    employeeNumber,
    assessedOn: row.assessed_on,
  }))
}

export type AssessedPerson = {
  personId: PersonId
  dateOfBirth: IsoDate
  assessments: readonly Assessment[]
  stored: readonly StoredAssessment[]
}

/** Deletes days that the new assessments replace. Keeps the record of an enrolment that ended in an opt-out. */
export async function writeAssessments(
  tx: Tx,
  clientId: ClientId,
  { assessed, benefitId, today }: { assessed: readonly AssessedPerson[]; benefitId: BenefitId; today: IsoDate },
): Promise<void> {
  const rows = assessed.flatMap(({ personId, dateOfBirth, assessments, stored }) =>
    assessments
      .filter((one, place) => place === assessments.length - 1 || !stored.some((other) => isSame(one, other)))
      .map((one) => ({ personId, dateOfBirth, ...one })),
  )
  const gone = assessed.flatMap(({ personId, assessments, stored }) => {
    const days = new Set(assessments.map(({ from }) => from))
    return stored.filter(({ from }) => !days.has(from)).map(({ from }) => ({ personId, from }))
  })
  if (gone.length > 0)
    await sql`
      delete from pension_assessment as stored
      using unnest(
        ${gone.map(({ personId }) => personId)}::uuid[], ${gone.map(({ from }) => from)}::date[]
      ) as gone (person_id, from_day)
      where stored.client_id = ${clientId}
        and stored.person_id = gone.person_id
        and stored.from_day = gone.from_day
    `.execute(tx)
  if (rows.length === 0) return
  const all = <Key extends keyof (typeof rows)[number]>(key: Key) => rows.map((row) => row[key])
  const digits = (key: 'earnings' | 'trigger' | 'lower') => rows.map((row) => row[key]?.toString() ?? null)
  await sql`
    with listed as (
      select *
      from unnest(
        ${all('personId')}::uuid[], ${all('from')}::date[], ${all('to')}::date[],
        ${rows.map(({ period }) => period.from)}::date[], ${rows.map(({ period }) => period.to)}::date[],
        ${all('frequency')}::text[], ${all('category')}::text[], ${all('age')}::integer[],
        ${digits('earnings')}::bigint[], ${digits('trigger')}::bigint[], ${digits('lower')}::bigint[],
        ${all('outcome')}::text[], ${all('postponedTo')}::date[], ${all('letter')}::text[], ${all('dateOfBirth')}::date[]
      ) as given (person_id, from_day, to_day, period_from, period_to, frequency, category, age, earnings_pence,
        trigger_pence, lower_pence, outcome, postponed_to, letter, date_of_birth)
    )
    insert into pension_assessment as stored (
      client_id, person_id, from_day, to_day, benefit_id, period_from, period_to, frequency, category, age,
      earnings_pence, trigger_pence, lower_pence, outcome, postponed_to, letter, assessed_on, date_of_birth, last_fact_sequence
    )
    select
      ${clientId}::uuid, person_id, from_day, to_day, ${benefitId}::uuid, period_from, period_to, frequency, category, age,
      earnings_pence, trigger_pence, lower_pence, outcome, postponed_to, letter, ${today}::date, date_of_birth,
      (
        select max(sequence)
        from employment_fact
        where employment_fact.client_id = ${clientId} and employment_fact.person_id = listed.person_id
      )
    from listed
    order by person_id, from_day
    on conflict (client_id, person_id, from_day) do update
    set to_day = excluded.to_day,
        period_from = excluded.period_from,
        period_to = excluded.period_to,
        frequency = excluded.frequency,
        category = excluded.category,
        age = excluded.age,
        earnings_pence = excluded.earnings_pence,
        trigger_pence = excluded.trigger_pence,
        lower_pence = excluded.lower_pence,
        outcome = case when ${recordUnchanged} then stored.outcome else excluded.outcome end,
        postponed_to = excluded.postponed_to,
        letter = case when ${recordUnchanged} then stored.letter else excluded.letter end,
        informed_on = case
          when ${recordUnchanged} or stored.letter is not distinct from excluded.letter then stored.informed_on
        end,
        assessed_on = case
          when (stored.category, stored.earnings_pence, stored.outcome)
            is not distinct from (excluded.category, excluded.earnings_pence, excluded.outcome) then stored.assessed_on
          else excluded.assessed_on
        end,
        date_of_birth = excluded.date_of_birth,
        last_fact_sequence = excluded.last_fact_sequence
  `.execute(tx)
}

function isSame(one: Assessment, other: Assessment): boolean {
  return (
    one.from === other.from &&
    one.to === other.to &&
    one.category === other.category &&
    one.outcome === other.outcome &&
    one.earnings === other.earnings &&
    one.postponedTo === other.postponedTo
  )
}

const recordUnchanged = sql`(
  stored.outcome in ('enrolled', 're-enrolled', 'opted-in', 'joined') and excluded.outcome in ('opted-out', 'left')
)`

type NoticeOfMember = { personId: PersonId; day: IsoDate; from: IsoDate; informedOn: IsoDate | null }

export async function noticesOfMembers(
  tx: Tx,
  clientId: ClientId,
  { benefitId, people, today }: { benefitId: BenefitId; people?: readonly PersonId[] | undefined; today: IsoDate },
): Promise<NoticeOfMember[]> {
  const { rows } = await sql<NoticeOfMember>`
    with notice as (
      select distinct on (person_id) person_id, value::date as day
      from employment_fact
      where client_id = ${clientId}
        and ${isOneOf(people)}
        and fact = 'pension-opt-out-notice'
        and effective_from <= ${today}
      order by person_id, effective_from desc, recorded_at desc, sequence desc
    ),
    enrolment as (
      select distinct on (person_id) person_id, from_day, informed_on, outcome
      from pension_assessment
      where client_id = ${clientId}
        and benefit_id = ${benefitId}
        and outcome in ('enrolled', 're-enrolled', 'opted-in', 'joined')
      order by person_id, from_day desc
    )
    select
      notice.person_id as "personId",
      notice.day,
      enrolment.from_day as "from",
      enrolment.informed_on as "informedOn"
    from notice
    join enrolment on enrolment.person_id = notice.person_id
    join selection
      on selection.client_id = ${clientId}
      and selection.person_id = notice.person_id
      and selection.benefit_id = ${benefitId}
      and selection.version_in_force is not null
    where notice.day >= enrolment.from_day
      and enrolment.outcome <> 'joined'
    order by notice.person_id
  `.execute(tx)
  return rows
}

export async function recordLettersSent(
  tx: Tx,
  clientId: ClientId,
  { people, today }: { people: readonly PersonId[]; today: IsoDate },
): Promise<void> {
  await tx
    .updateTable('pension_assessment')
    .set({ informed_on: today })
    .where('client_id', '=', clientId)
    .where('person_id', '=', sql<PersonId>`any(${[...people]}::uuid[])`)
    .where('letter', 'is not', null)
    .where('informed_on', 'is', null)
    .execute()
}
