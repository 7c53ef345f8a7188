import { type RawBuilder, sql } from 'kysely'
import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId, SelectionId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { transactionDay } from '../../database/transaction-time.ts'
import { taxYearStart } from '../../domain/tax/relevant-earnings.rules.ts'
import type { CallerId } from '../../platform/handle.ts'
import { relationshipOf } from '../../domain/definition/family.rules.ts'
import type { AcceptedTerms } from './benefit-terms.queries.ts'
import {
  type EnrolmentWindow,
  type FamilyRow,
  type PersonRow,
  recordedFacts,
  type SchemeYear,
} from './benefits.queries.ts'
import type { Choice } from '../../domain/definition/options.ts'
import { type DatedFact, factsKnownFrom } from '../../domain/tax/person-facts.rules.ts'
import type { LeavingBalance } from './leaving-balance.rules.ts'
import {
  endingActions,
  coversDays,
  type CoverPeriod,
  coverPeriodsOf,
} from '../../domain/selections/cover-periods.rules.ts'
import type { View } from '../../contract/caller.ts'
import type { CoveredPerson, SelectionVersion, SelectionWithVersions } from '../../domain/selections/selection.rules.ts'
import { selectionVersionOf } from './selection-versions.queries.ts'
import { groupBySelection, type SelectionWithVersionRow } from './selections.queries.ts'
import type { PaidSoFar } from './deductions-before.rules.ts'
import type { PayVersion } from './versions-in-force.rules.ts'

type MyEnrolment = { benefitId: BenefitId; from: IsoDate; informedOn: IsoDate | null }
export type AnsweredQuestions = { benefitId: BenefitId; version: string }

export type PersonSchemeRows = {
  today: IsoDate
  revision: string
  year: SchemeYear
  nextYear: SchemeYear | null
  person: PersonRow
  family: FamilyRow[]
  facts: DatedFact[]
  selections: SelectionWithVersions[]
  changedSinceStart: Map<BenefitId, Choice> | undefined
  paidSoFar: Map<BenefitId, PaidSoFar>
  segments: ReadonlyMap<SelectionWithVersions, readonly CoverPeriod<SelectionVersion>[]>
  acceptedTerms: AcceptedTerms[]
  answeredQuestions: AnsweredQuestions[]
  atLeaving: ReadonlyMap<SelectionId, LeavingBalance & { lastDay: IsoDate }>
  enrolment: MyEnrolment | null
  statementGroups: Set<string>
  grantedWindows: EnrolmentWindow[]
  lockedPeriods: Set<string>
}

export type PersonSchemeRow = { voucherMember: boolean } & Pick<
  PersonSchemeRows,
  | 'today'
  | 'revision'
  | 'year'
  | 'nextYear'
  | 'person'
  | 'facts'
  | 'acceptedTerms'
  | 'answeredQuestions'
  | 'enrolment'
  | 'grantedWindows'
> & {
    /** Family, selections and `atStart` are unsorted: sorting is slower in PostgreSQL than here. */
    family: (Omit<FamilyRow, 'relationship'> & { typeId: number })[]
    selections: Omit<SelectionWithVersionRow, 'personId'>[]
    atStart: { benefitId: BenefitId; version: number; action: string; choice: Choice }[] | null
    paidSoFar: {
      benefitId: BenefitId
      versions: PayVersion[]
      lines: { periodId: string; version: number; payCode: string; employee: string; employer: string }[]
    }[]
    atLeaving: {
      selectionId: SelectionId
      lastDay: IsoDate
      rule: LeavingBalance['rule']
      left: string
      most: string
      taken: string | null
    }[]
    statementGroups: string[]
    lockedPeriods: string[]
  }

/** Returns undefined before the first scheme year, and for an account without personal details. */
export async function readSchemeRows(
  tx: Tx,
  clientId: ClientId,
  personOnDay: PersonOnDay,
): Promise<PersonSchemeRows | undefined> {
  const { rows } = await rowsOf(clientId, person(personOnDay)).execute(tx)
  return parseSchemeRows(rows[0] && withNamesFor(personOnDay.view, rows[0]))
}

export async function readSchemeRowsOfPeople(
  tx: Tx,
  clientId: ClientId,
  { people, today }: { people: readonly PersonId[]; today: IsoDate },
): Promise<PersonSchemeRows[]> {
  const { rows } = await sql<PersonSchemeRow>`
    select own.*
    from unnest(${[...people]}::uuid[]) as asked(person_id)
    cross join lateral (
      ${rowsOf(clientId, { person: sql`asked.person_id`, today: sql`${today}::date` })}
    ) as own
    order by asked.person_id
  `.execute(tx)
  return rows.flatMap((row) => parseSchemeRows(row) ?? [])
}

export type PersonOnDay = { personId: PersonId; today: IsoDate; view?: View | null }

function person({ personId, today }: PersonOnDay): PersonAndDay {
  return { person: sql`${personId}::uuid`, today: sql`${today}::date` }
}

export function schemeRowsOfCaller(
  { clientId }: { clientId: ClientId },
  callerId: CallerId,
): RawBuilder<PersonSchemeRow> {
  return rowsOf(clientId, { person: callerId, today: transactionDay })
}

/** Query for the rows that a price needs: without terms, answers, deductions and derivations. Takes half the time. */
export function priceRowsOfCaller(
  { clientId }: { clientId: ClientId },
  callerId: CallerId,
): RawBuilder<PersonSchemeRow> {
  return rowsOf(clientId, { person: callerId, today: transactionDay }, 'for a price')
}

export async function readPriceRows(
  tx: Tx,
  clientId: ClientId,
  personOnDay: PersonOnDay,
): Promise<PersonSchemeRows | undefined> {
  const { rows } = await rowsOf(clientId, person(personOnDay), 'for a price').execute(tx)
  return parseSchemeRows(rows[0] && withNamesFor(personOnDay.view, rows[0]))
}

const voucherDays = 400

type PersonAndDay = { person: RawBuilder<unknown>; today: RawBuilder<unknown> }

function rowsOf(
  clientId: ClientId,
  { person, today }: PersonAndDay,
  need: 'all' | 'for a price' = 'all',
): RawBuilder<PersonSchemeRow> {
  const none = sql`'[]'::json`
  const unlessForPrice = (part: RawBuilder<unknown>) => (need === 'all' ? part : none)
  return sql<PersonSchemeRow>`
    with
    years as materialized (
      select id, starts_on, ends_on
      from scheme_year
      where client_id = ${clientId}
    ),
    -- The year may have ended if the next scheme folder is late: cover continues.
    year as (
      select id, starts_on, ends_on
      from years
      where starts_on <= ${today}
      order by starts_on desc
      limit 1
    ),
    held as materialized (
      select id, benefit_id, state, version, version_in_force
      from selection
      where client_id = ${clientId}
        and person_id = ${person}
    ),
    -- Groups of the client's benefits in every scheme year: one short scan of the primary key.
    groups as materialized (
      select id as benefit_id, group_code
      from benefit
      where client_id = ${clientId}
    ),
    versions as materialized (
      select
        selection_id, version, scheme_year_id, state, action, choice, people_covered, price, fixed_total, effective_from,
        effective_to, replaces, actor_id, reason, draft_step, recorded_at
      from selection_version
      where client_id = ${clientId}
        and subject_id = ${person}
    ),
    -- Windows opened for this person. A life-event window stays open into the next scheme year.
    granted as materialized (
      select code, cause, rules, opens_on, closes_on
      from enrolment_window
      where client_id = ${clientId}
        and (scheme_year_id = (select id from year) or cause = 'life-event' and closes_on >= ${today})
        and person_id = ${person}
    ),
    -- The cap of vouchers depends on 6 April, and voucher membership lasts 52 weeks after the last voucher.
    voucher_member as materialized (
      select exists (select from held join groups using (benefit_id) where group_code = 'ccv') as holds
    ),
    -- Selections that need all their versions: those with a version from a later day, or all if a past first day is possible.
    ahead as (
      select distinct selection_id
      from versions
      where effective_from > ${today}
        or effective_from > ${today}::date - ${voucherDays}::integer and (select holds from voucher_member)
        or exists (
          select
          from granted
          where (rules ->> 'eventDate')::date < ${today}
            and closes_on >= ${today}
        )
    ),
    -- Materialized, because each deduction of a fixed total would otherwise look up its own period.
    closed as materialized (
      select id, starts_on
      from payroll_period as period
      where client_id = ${clientId}
        and (
          cut_off_on < ${today}
          or exists (select from payroll_run as run where run.client_id = ${clientId} and run.period_id = period.id)
        )
    )
    select
      ${today} as today,
      (select holds from voucher_member) as "voucherMember",
      client.scheme_revision as revision,
      json_build_object('id', year.id, 'from', year.starts_on, 'to', year.ends_on) as year,
      (
        select json_build_object('id', id, 'from', starts_on, 'to', ends_on)
        from years
        where starts_on > year.ends_on
        order by starts_on
        limit 1
      ) as "nextYear",
      json_build_object(
        'personId', person_id, 'firstName', first_name, 'surname', surname, 'dateOfBirth', date_of_birth
      ) as person,
      (
        select coalesce(json_agg(json_build_object(
          'id', id, 'firstName', first_name, 'surname', surname, 'dateOfBirth', date_of_birth,
          'educationEnds', full_time_education_ends, 'disabilityUntil', disability_confirmed_until,
          'typeId', relationship_type,
          'ended', case when ended_on is not null then json_build_object(
            'on', ended_on, 'by', ended_by, 'uncoveredFrom', uncovered_from
          ) end
        )), '[]')
        from family_member
        where client_id = ${clientId}
          and person_id = ${person}
          and (active or uncovered_from > ${today})
      ) as family,
      (select coalesce(json_agg(recorded), '[]') from (${recordedFacts(clientId, person)}) as recorded) as facts,
      (
        select coalesce(json_agg(json_build_object(
          'id', held.id, 'benefitId', benefit_id, 'headState', held.state, 'headVersion', held.version,
          'versionInForce', version_in_force, 'version', v.version, 'schemeYearId', v.scheme_year_id, 'state', v.state,
          'action', action, 'choice', choice, 'peopleCovered', people_covered, 'price', ${need === 'all' ? sql`price` : sql`price - 'trace'`},
          'effectiveFrom', effective_from, 'effectiveTo', effective_to, 'replaces', replaces,
          'actorId', actor_id, 'reason', reason, 'draftStep', draft_step, 'recordedAt', recorded_at
        )), '[]')
        from held
        join versions v on v.selection_id = held.id
        left join ahead on ahead.selection_id = held.id
        where v.version in (held.version, held.version_in_force)
          or ahead.selection_id is not null
      ) as selections,
      (
        select json_agg(json_build_object(
          'benefitId', benefit_id, 'version', v.version, 'action', action, 'choice', choice
        ))
        from held
        join versions v on v.selection_id = held.id
        where exists (select from held where version > 1)
          and (v.state in ('active', 'pended') or v.action = any(${[...endingActions]}::text[]))
          and v.effective_from <= year.starts_on
      ) as "atStart",
      ${unlessForPrice(sql`(
        -- For current fixed totals: all versions, and the deductions of periods that can no longer change.
        select coalesce(json_agg(json_build_object(
          'benefitId', benefit_id,
          'versions', (
            select json_agg(json_build_object(
              'version', v.version, 'schemeYearId', v.scheme_year_id, 'state', v.state, 'action', v.action,
              'effectiveFrom', v.effective_from, 'effectiveTo', v.effective_to, 'parts', coalesce(v.price -> 'parts', '[]'),
              'payDaysAYear', (v.price ->> 'payPeriods')::integer
            ) order by v.version)
            from versions v
            where v.selection_id = held.id
          ),
          'lines', (
            select coalesce(json_agg(json_build_object(
              'periodId', period_id, 'version', selection_version, 'payCode', pay_code,
              'employee', employee_pence::text, 'employer', employer_pence::text
            ) order by closed.starts_on, pay_code), '[]')
            from deduction
            join closed on closed.id = deduction.period_id
            where deduction.client_id = ${clientId}
              and deduction.selection_id = held.id
          )
        )), '[]')
        from held
        join versions runs on runs.selection_id = held.id and runs.version = held.version_in_force
        where runs.fixed_total
      )`)} as "paidSoFar",
      ${unlessForPrice(sql`(
        select coalesce(json_agg(json_build_object(
          'selectionId', selection_id, 'lastDay', last_day, 'rule', rule, 'left', balance_pence::text,
          'most', deductible_pence::text, 'taken', deducted_pence::text
        )), '[]')
        from leaver_balance
        where client_id = ${clientId}
          and person_id = ${person}
          and balance_pence <> 0
      )`)} as "atLeaving",
      ${unlessForPrice(sql`(
        select coalesce(json_agg(json_build_object('benefitId', benefit_id, 'termId', term_id, 'version', version)), '[]')
        from benefit_terms_acceptance
        where client_id = ${clientId}
          and person_id = ${person}
      )`)} as "acceptedTerms",
      ${unlessForPrice(sql`(
        select coalesce(json_agg(json_build_object('benefitId', benefit_id, 'version', questions_hash)), '[]')
        from medical_answer
        where client_id = ${clientId}
          and person_id = ${person}
      )`)} as "answeredQuestions",
      ${
        need === 'all'
          ? sql`(
        select case when outcome <> 'joined' then json_build_object(
          'benefitId', benefit_id, 'from', from_day, 'informedOn', informed_on
        ) end
        from pension_assessment
        where client_id = ${clientId}
          and person_id = ${person}
          and outcome in ('enrolled', 're-enrolled', 'opted-in', 'joined')
        order by from_day desc
        limit 1
      )`
          : sql`null::json`
      } as enrolment,
      ${unlessForPrice(sql`array(
        select distinct benefit_group
        from statement_row
        where client_id = ${clientId}
          and person_id = ${person}
        union
        -- Deductions of locked payroll runs are part of the statement.
        select group_code
        from held
        join groups using (benefit_id)
        where exists (select from payroll_line where client_id = ${clientId} and selection_id = held.id)
      )`)} as "statementGroups",
      (
        select coalesce(json_agg(json_build_object(
          'cause', cause, 'rules', rules, 'opensOn', opens_on, 'closesOn', closes_on
        ) order by opens_on, code), '[]')
        from granted
      ) as "grantedWindows",
      array(select period_id from payroll_run where client_id = ${clientId}) as "lockedPeriods"
    from client
    cross join year
    join person_details on person_details.client_id = ${clientId} and person_details.person_id = ${person}
    where client.client_id = ${clientId}
  `
}

const hiddenName = { firstName: 'Name', surname: 'hidden' }

/** Hides the names of family members from an employer who views the portal as the person (S-53). */
function withNamesFor(view: View | null | undefined, row: PersonSchemeRow): PersonSchemeRow {
  if (view?.grantedBy !== 'employer') return row
  const name = `${hiddenName.firstName} ${hiddenName.surname}`
  return {
    ...row,
    family: row.family.map((member) => ({ ...member, ...hiddenName })),
    selections: row.selections.map((version) => ({
      ...version,
      // Only `selections.queries.ts` writes this column, from values of this type.
      peopleCovered: (version.peopleCovered as CoveredPerson[]).map((covered) => ({ ...covered, name })),
    })),
  }
}

export function parseSchemeRows(row: PersonSchemeRow | undefined): PersonSchemeRows | undefined {
  const versions = row?.selections.toSorted(byId).map((selection) => ofPerson(row, selection)) ?? []
  const selections = groupBySelection(versions)
  return (
    row && {
      ...row,
      family: row.family
        .toSorted(partnerFirst)
        .map(({ typeId, ...member }) => ({ ...member, relationship: relationshipOf(typeId) })),
      // Needs past facts: a choice may take effect from a past event, and relevant earnings are those of 6 April.
      facts: factsKnownFrom(row.facts, earlierDay(row.year.from, taxYearStart(row.today))),
      selections,
      segments: segmentsAhead(selections, {
        versions,
        since: row.voucherMember ? addDays(row.today, -voucherDays) : row.today,
        today: row.today,
        events: row.grantedWindows,
      }),
      changedSinceStart: row.selections.some(({ headVersion }) => headVersion > 1)
        ? heldAtStart((row.atStart ?? []).toSorted(byVersion))
        : undefined,
      paidSoFar: new Map(
        row.paidSoFar.map(({ benefitId, versions, lines }) => [
          benefitId,
          {
            versions,
            lines: lines.map((line) => ({ ...line, employee: BigInt(line.employee), employer: BigInt(line.employer) })),
          },
        ]),
      ),
      atLeaving: new Map(
        row.atLeaving.map(({ selectionId, left, most, taken, ...one }) => [
          selectionId,
          { ...one, left: BigInt(left), most: BigInt(most), taken: taken === null ? null : BigInt(taken) },
        ]),
      ),
      statementGroups: new Set(row.statementGroups),
      lockedPeriods: new Set(row.lockedPeriods),
    }
  )
}

function segmentsAhead(
  selections: readonly SelectionWithVersions[],
  {
    versions,
    since,
    today,
    events,
  }: {
    versions: readonly SelectionWithVersionRow[]
    since: IsoDate
    today: IsoDate
    events: readonly EnrolmentWindow[]
  },
): PersonSchemeRows['segments'] {
  const ofSelection = Map.groupBy(versions, ({ id }) => id)
  const looksBack = events.some(
    ({ rules: { eventDate }, closesOn }) => eventDate && eventDate < today && closesOn && closesOn >= today,
  )
  return new Map(
    selections.flatMap((selection) => {
      const rows = ofSelection.get(selection.id) ?? []
      if (!looksBack && !rows.some(({ effectiveFrom }) => effectiveFrom !== null && effectiveFrom > since)) return []
      const inOrder = rows.toSorted((one, other) => one.version - other.version).map(selectionVersionOf)
      return [[selection, coverPeriodsOf(inOrder).filter(coversDays)] as const]
    }),
  )
}

function heldAtStart(versions: readonly NonNullable<PersonSchemeRow['atStart']>[number][]): Map<BenefitId, Choice> {
  const choices = new Map<BenefitId, Choice>()
  for (const { benefitId, action, choice } of versions)
    if (endingActions.includes(action)) choices.delete(benefitId)
    else choices.set(benefitId, choice)
  return choices
}

function partnerFirst(one: PersonSchemeRow['family'][number], other: PersonSchemeRow['family'][number]): number {
  return one.typeId - other.typeId || compareTexts(one.dateOfBirth, other.dateOfBirth) || compareTexts(one.id, other.id)
}

function earlierDay(one: IsoDate, other: IsoDate): IsoDate {
  return one < other ? one : other
}

function byId(one: { id: string }, other: { id: string }): number {
  return compareTexts(one.id, other.id)
}

function byVersion(one: { version: number }, other: { version: number }): number {
  return one.version - other.version
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

function ofPerson(
  { person }: PersonSchemeRow,
  selection: PersonSchemeRow['selections'][number],
): SelectionWithVersionRow {
  const recordedAt = selection.recordedAt.replace('+00:00', 'Z')
  return { ...selection, personId: person.personId, recordedAt }
}
