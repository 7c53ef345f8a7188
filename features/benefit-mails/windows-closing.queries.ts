import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { newestFacts } from '../../services/people/newest-facts.queries.ts'
import {
  benefitsOffered,
  type EnrolmentWindow,
  type OfferedBenefit,
  type SchemeYear,
  schemeYearOn,
} from '../../services/my-benefits/benefits.queries.ts'
import { eligibilityOfEach } from '../../services/my-benefits/eligibility.queries.ts'
import { schemeWindow } from '../../services/my-benefits/benefit-status.server.ts'
import { longestOpenWindow, openingsOf, type PersonWindow, windowsOf } from '../../domain/windows/windows.rules.ts'
import { isReminderDue } from './windows-closing.rules.ts'
import { isOneOf } from '../../platform/people-condition.queries.ts'

export type Reminder = { personId: PersonId; closesOn: IsoDate; unfinished: boolean }

export async function peopleToRemind(
  tx: Tx,
  clientId: ClientId,
  { people: among, today }: { people: readonly PersonId[]; today: IsoDate },
): Promise<Reminder[]> {
  const year = await schemeYearOn(tx, clientId, { date: today })
  if (!year) return []
  const windows = await windowsOfPeople(tx, clientId, { people: among, year, today })
  const people = [...windows].flatMap(([personId, own]) =>
    own.some((window) => isReminderDue(window, today)) ? [personId] : [],
  )
  const benefits = (await benefitsOffered(tx, clientId, { schemeYearId: year.id })).filter(
    ({ definition }) => !definition.pot && openingsOf(definition, []).always === null,
  )
  if (people.length === 0 || benefits.length === 0) return []
  const answers = await eligibilityOfEach(tx, clientId, { year, benefits, on: today, people })
  const steps = await openChoicesOf(tx, clientId, { people, benefits: benefits.map(({ id }) => id) })
  return answers.flatMap(({ personId, causes }) => {
    const due = benefits
      .filter((_, place) => causes[place] === null)
      .flatMap((benefit) => closingOf(benefit, windows.get(personId) ?? [], today))
    const reminder = reminderOf(due, steps.get(personId) ?? [])
    return reminder ? [{ personId, ...reminder }] : []
  })
}

type ClosingWindow = { benefitId: BenefitId; window: PersonWindow }
type OpenChoice = { benefitId: BenefitId; unfinished: boolean; chosenOn: IsoDate | null }

function closingOf(
  { id, definition }: OfferedBenefit,
  windows: readonly PersonWindow[],
  today: IsoDate,
): ClosingWindow[] {
  const window = longestOpenWindow(openingsOf(definition, windows), today)
  return window && isReminderDue(window, today) ? [{ benefitId: id, window }] : []
}

function reminderOf(
  due: readonly ClosingWindow[],
  steps: readonly OpenChoice[],
): Omit<Reminder, 'personId'> | undefined {
  const stepOf = new Map(steps.map((step) => [step.benefitId, step]))
  const drafts = due.filter(({ benefitId }) => stepOf.get(benefitId)?.unfinished)
  const hasChosen = due.some(({ benefitId, window }) => (stepOf.get(benefitId)?.chosenOn ?? '') >= window.opensOn)
  const told = drafts.length > 0 ? drafts : hasChosen ? [] : due
  const [closesOn] = told.map(({ window }) => window.closesOn).toSorted()
  return closesOn && { closesOn, unfinished: drafts.length > 0 }
}

async function windowsOfPeople(
  tx: Tx,
  clientId: ClientId,
  { people: among, year, today }: { people: readonly PersonId[]; year: SchemeYear; today: IsoDate },
): Promise<Map<PersonId, PersonWindow[]>> {
  const { rows: windows } = await sql<EnrolmentWindow & { personId: PersonId | null }>`
    select cause, opens_on as "opensOn", closes_on as "closesOn", rules, person_id as "personId"
    from enrolment_window
    where client_id = ${clientId}
      and (person_id is null or ${isOneOf(among)})
      and (scheme_year_id = ${year.id} or cause = 'life-event')
      and coalesce(rules ->> 'for', ${year.from.slice(0, 4)}) = ${year.from.slice(0, 4)}
      and (closes_on is null or closes_on >= ${today})
    order by opens_on, code
  `.execute(tx)
  if (windows.length === 0) return new Map()
  const { rows: people } = await sql<{ personId: PersonId; startedOn: IsoDate | null }>`
    with started as (${newestFacts(clientId, { facts: ['start-date'], people: among, on: today })})
    select account.person_id as "personId", started.value as "startedOn"
    from account
    left join started using (person_id)
    where account.client_id = ${clientId}
      and ${isOneOf(among, sql`account.person_id`)}
      and account.state <> 'disabled'
      and account.wants_reminders
    order by 1
  `.execute(tx)
  const [ofAll, ownOf] = [
    windows.filter(({ personId }) => personId === null).map(schemeWindow),
    Map.groupBy(windows, ({ personId }) => personId),
  ]
  return new Map(
    people.map(({ personId, startedOn }) => [
      personId,
      windowsOf([...ofAll, ...(ownOf.get(personId) ?? []).map(schemeWindow)], { joinedOn: startedOn ?? today, today }),
    ]),
  )
}

async function openChoicesOf(
  tx: Tx,
  clientId: ClientId,
  { people, benefits }: { people: readonly PersonId[]; benefits: readonly BenefitId[] },
): Promise<Map<PersonId, OpenChoice[]>> {
  const { rows } = await sql<OpenChoice & { personId: PersonId }>`
    select
      selection.person_id as "personId",
      selection.benefit_id as "benefitId",
      selection.state = 'draft' as unfinished,
      (max(version.recorded_at) filter (
        where version.actor_id = selection.person_id and version.action not in ('save-draft', 'reset')
      ) at time zone 'Europe/London')::date as "chosenOn"
    from selection
    join selection_version as version
      on version.client_id = selection.client_id and version.selection_id = selection.id
    where selection.client_id = ${clientId}
      and selection.person_id = any(${[...people]}::uuid[])
      and selection.benefit_id = any(${[...benefits]}::uuid[])
    group by selection.person_id, selection.benefit_id, selection.state
  `.execute(tx)
  return Map.groupBy(rows, ({ personId }) => personId)
}
