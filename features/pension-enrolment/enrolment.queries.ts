import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { addMonths } from '../../domain/definition/day.rules.ts'
import { payrollsWithPeriods } from '../../services/payroll/pay-periods.queries.ts'
import { lockPeople } from '../../services/people/profile.queries.ts'
import { taxTables } from '../../services/payroll/tax-tables.queries.ts'
import { ratesOf, type SchemeYear } from '../../services/my-benefits/benefits.queries.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { coreCoverVersion, pendingBesideCoreCover } from '../../services/recalculation/core-cover.server.ts'
import { recalculationInputsOf, recalculateForFacts } from '../../services/recalculation/recalculate.queries.ts'
import { rejoiningSteps } from '../../services/recalculation/leaving.server.ts'
import { selectionHistories, knownPeople } from '../../services/recalculation/selection-history.queries.ts'
import type { SelectionWithHistory } from '../../services/recalculation/apply-version.rules.ts'
import { writeDeductionsOfMany } from '../../services/recalculation/selection-pay.queries.ts'
import type { NewVersion, SelectionHead } from '../../domain/selections/selection.rules.ts'
import { appendVersions, insertSelections } from '../../services/my-benefits/selections.queries.ts'
import { nextVersion } from '../../services/recalculation/next-version.server.ts'
import { queueNotices } from '../../services/mail/mail.queries.ts'
import { transitionOf } from '../../services/recalculation/selection-states.rules.ts'
import { withinOptOutPeriod } from '../../services/recalculation/opt-out-right.server.ts'
import { noticeRecordedMail } from './enrolment-mail.messages.ts'
import { laterOf } from '../../domain/windows/effective-date.rules.ts'
import {
  type Assessment,
  assessEnrolment,
  isEnrolment,
  optOutUntil,
} from '../../domain/eligibility/enrolment-assessment.rules.ts'
import {
  type AssessedPerson,
  assessmentsOf,
  noticesOfMembers,
  peopleToAssess,
  writeAssessments,
} from './assessments.queries.ts'
import type { AutoEnrolment } from '../../domain/definition/auto-enrolment.ts'
import { enrolmentReasons } from '../../domain/eligibility/enrolment.messages.ts'
import { membershipEndsOf, membershipsOf } from '../../domain/eligibility/membership.rules.ts'

type Pension = { id: BenefitId; definition: BenefitDefinition; rules: AutoEnrolment }

const peoplePerStatement = 100

/** Enrols jobholders from their first eligible day (PA 2008, ss 3, 5). Returns how many changed. */
export async function enrolJobholders(
  tx: Tx,
  clientId: ClientId,
  {
    pension,
    people: among,
    year,
    cameOn,
    today,
  }: { pension: Pension; people?: readonly PersonId[] | undefined; year: SchemeYear; cameOn: IsoDate; today: IsoDate },
): Promise<number> {
  const { id: benefitId, rules } = pension
  const optedOut = await recordNotices(tx, clientId, { benefitId, people: among, today })
  const people = await peopleToAssess(tx, clientId, {
    benefitId,
    people: among,
    reEnrolment: rules.reEnrolment,
    today,
  })
  if (people.length === 0) return optedOut
  const since = laterOf(cameOn, await dutiesSince(tx, clientId, { year }))
  // Load two months more, because the cut-off for a day's pay period may be up to a month before it.
  const payrolls = await payrollsWithPeriods(tx, clientId, { from: addMonths(earlierDay(since, year.from), -2) })
  const scheme = { year, rates: await ratesOf(tx, clientId, { schemeYearId: year.id }), taxTables: taxTables(), today }
  let changed = optedOut
  for (let from = 0; from < people.length; from += peoplePerStatement) {
    const some = people.slice(from, from + peoplePerStatement)
    await lockPeople(tx, clientId, { people: some })
    const known = await knownPeople(tx, clientId, { people: some, date: earlierDay(since, year.from) })
    const held = await selectionHistories(tx, clientId, { people: some, benefits: [benefitId] })
    const stored = await assessmentsOf(tx, clientId, { people: some })
    const assessed: AssessedPerson[] = []
    const begun: StartedEnrolment[] = []
    for (const person of known) {
      const own = held.find(({ selection }) => selection.personId === person.personId)
      const inputs = recalculationInputsOf(person, payrolls)
      const { leaving } = pension.definition
      if (own && rejoiningSteps(own, { leaving, facts: person.facts, until: year.to }).length > 0) continue
      const memberships = membershipsOf(own?.versions ?? [])
      const assessments = assessEnrolment(
        { ...inputs, memberships, departures: membershipEndsOf(own?.versions ?? []) },
        { rules, since, today, tables: taxTables() },
      )
      const due = assessments.find(
        ({ from, outcome }) => isEnrolment(outcome) && !memberships.some((one) => one.from === from),
      )
      const first =
        due &&
        coreCoverVersion({
          definition: pension.definition,
          person: inputs,
          scheme,
          from: laterOf(due.from, year.from),
          state: own?.selection.state ?? 'none',
          reason: due.outcome === 're-enrolled' ? enrolmentReasons.reEnrolled : enrolmentReasons.enrolled,
        })
      if (first) begun.push({ personId: person.personId, benefitId, first, before: own })
      const { personId, dateOfBirth } = person
      assessed.push({
        personId,
        dateOfBirth,
        assessments: due && !first ? withoutPrice(assessments, due) : assessments,
        stored: stored.get(personId) ?? [],
      })
    }
    await writeAssessments(tx, clientId, { assessed, benefitId, today })
    await writeEnrolments(tx, clientId, { begun, year, today })
    changed += begun.length
  }
  return changed
}

/** Ends membership after an opt-out notice given in the opt-out month (regulation 9). */
async function recordNotices(
  tx: Tx,
  clientId: ClientId,
  {
    benefitId,
    people: among,
    today,
  }: { benefitId: BenefitId; people?: readonly PersonId[] | undefined; today: IsoDate },
): Promise<number> {
  const notices = await noticesOfMembers(tx, clientId, { benefitId, people: among, today })
  if (notices.length === 0) return 0
  const people = notices.map(({ personId }) => personId)
  await lockPeople(tx, clientId, { people })
  const held = await selectionHistories(tx, clientId, { people, benefits: [benefitId] })
  const continuations = held.flatMap(({ selection }) => {
    const notice = notices.find(({ personId }) => personId === selection.personId)
    const step = transitionOf(
      { state: selection.state, running: selection.running !== null },
      'opt-out-by-notice',
      'system',
    )
    const until = notice && optOutUntil({ from: notice.from, informedOn: notice.informedOn ?? today })
    if (!notice || !until || until < notice.day || step.outcome === 'refused') return []
    const { choice, peopleCovered } = selection.running ?? selection.newest
    return [
      {
        selection,
        steps: [
          {
            ...nextVersion({ selection, action: 'opt-out-by-notice', step, actorId: null, reason: withinOptOutPeriod }),
            choice,
            peopleCovered,
            price: null,
            effectiveFrom: notice.from,
            effectiveTo: null,
          },
        ],
      },
    ]
  })
  await appendVersions(tx, clientId, { continuations })
  await writeDeductionsOfMany(tx, clientId, { selections: continuations.map(({ selection }) => selection), today })
  await queueNotices(tx, clientId, {
    notices: continuations.map(({ selection: { personId } }) => ({
      to: { personId },
      kind: noticeRecordedMail,
      cause: `pension opt-out notice ${notices.find((one) => one.personId === personId)?.day}`,
    })),
  })
  return continuations.length
}

type StartedEnrolment = {
  personId: PersonId
  benefitId: BenefitId
  first: NewVersion
  before: SelectionWithHistory | undefined
}

async function writeEnrolments(
  tx: Tx,
  clientId: ClientId,
  { begun, year, today }: { begun: readonly StartedEnrolment[]; year: SchemeYear; today: IsoDate },
): Promise<void> {
  if (begun.length === 0) return
  const continuations = begun.flatMap(({ before, first }) =>
    before ? [{ selection: before.selection, steps: [first, ...pendingBesideCoreCover(before, first)] }] : [],
  )
  await appendVersions(tx, clientId, { continuations })
  const inserted = await insertSelections(tx, clientId, { selections: begun.filter(({ before }) => !before) })
  const selections: Pick<SelectionHead, 'id' | 'personId'>[] = [
    ...inserted,
    ...continuations.map(({ selection }) => selection),
  ]
  await writeDeductionsOfMany(tx, clientId, { selections, today })
  await recalculateForFacts(tx, clientId, {
    changed: new Map(selections.map(({ personId }) => [personId, year.from])),
    today,
  })
}

function withoutPrice(assessments: readonly Assessment[], due: Assessment): Assessment[] {
  return assessments.map((one) =>
    one.from < due.from || one.category !== 'eligible' ? one : { ...one, outcome: 'no-price', letter: null },
  )
}

async function dutiesSince(tx: Tx, clientId: ClientId, { year }: { year: SchemeYear }): Promise<IsoDate> {
  const { rows } = await sql<{ day: IsoDate | null }>`
    select min(scheme_year.starts_on) as day
    from benefit
    join scheme_year on scheme_year.client_id = ${clientId} and scheme_year.id = benefit.scheme_year_id
    where benefit.client_id = ${clientId}
      and benefit.definition ? 'autoEnrolment'
  `.execute(tx)
  return rows[0]?.day ?? year.from
}

function earlierDay(one: IsoDate, other: IsoDate): IsoDate {
  return one < other ? one : other
}
