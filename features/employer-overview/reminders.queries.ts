import { sql, type RawBuilder } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { isRequested, requestMails } from '../../services/mail/requested-mail.queries.ts'
import { loadSchemesOf, type PersonScheme } from '../../services/my-benefits/person-scheme.server.ts'
import { benefitStatusOf, visibleBenefits } from '../../services/my-benefits/benefit-status.server.ts'
import { enrolmentChoices, openEnrolment } from '../take-up/enrolment-choices.queries.ts'
import { factColumns, factsOn, isEmployed } from '../take-up/person-conditions.queries.ts'
import type { Reminders } from './reminders.contract.ts'

type On = { today: IsoDate }

export async function readRemindersOf(tx: Tx, clientId: ClientId, { today }: On): Promise<Reminders> {
  const { rows } = await sql<Reminders>`
    with undecided as materialized (${undecidedPeople(clientId, today)})
    select
      (select closes_on from (${openEnrolment(clientId, today)}) as enrolment) as "closesOn",
      (count(*) filter (where wants_reminders and not reminded))::integer as waiting,
      (count(*) filter (where reminded))::integer as reminded,
      coalesce(bool_or(not wants_reminders and not reminded), false) as "switchedOff"
    from undecided
  `.execute(tx)
  const [found] = rows
  if (!found) throw new Error('Counts are one row')
  return found
}

export async function requestReminders(tx: Tx, clientId: ClientId, { today }: On): Promise<number> {
  const people = sql`
    select undecided.person_id
    from (${undecidedPeople(clientId, today)}) as undecided
    where wants_reminders
      and not reminded`
  return requestMails(tx, clientId, { kind: 'reminder', people })
}

export type PersonWithoutChoice = { personId: PersonId; closesOn: IsoDate; unfinished: boolean; canChoose: boolean }

export async function peopleWithoutConfirmedChoice(
  tx: Tx,
  clientId: ClientId,
  { people, today }: On & { people: readonly PersonId[] },
): Promise<PersonWithoutChoice[]> {
  const { rows } = await sql<Omit<PersonWithoutChoice, 'canChoose'>>`
    select
      undecided.person_id as "personId",
      closes_on as "closesOn",
      exists (
        select
        from selection
        where selection.client_id = ${clientId}
          and selection.person_id = undecided.person_id
          and selection.state = 'draft'
      ) as unfinished
    from (${undecidedPeople(clientId, today, { among: people })}) as undecided
    where wants_reminders
      and not reminded
    order by undecided.person_id
  `.execute(tx)
  const schemes = await loadSchemesOf(tx, clientId, { people: rows.map(({ personId }) => personId), today })
  const able = new Set(schemes.filter(canChooseInWindow).map(({ person }) => person.personId))
  return rows.map((row) => ({ ...row, canChoose: able.has(row.personId) }))
}

function canChooseInWindow(scheme: PersonScheme): boolean {
  return visibleBenefits(scheme)
    .filter(({ definition }) => definition.changeIn.includes('annual'))
    .map((benefit) => benefitStatusOf(scheme, benefit))
    .some(({ choosing, actions }) => choosing.allowed || actions['change-cover'].allowed)
}

export function reminderNotice(closesOn: IsoDate): string {
  return `${aboutReminder}${closesOn}`
}

const aboutReminder = 'reminded by employer, window closes '

/** Selects registered employees without a confirmed choice in the annual window; nobody if none is open. */
function undecidedPeople(
  clientId: ClientId,
  today: IsoDate,
  { among }: { among?: readonly PersonId[] } = {},
): RawBuilder<unknown> {
  const isAsked = (person: RawBuilder<unknown>) => (among ? sql`${person} = any(${[...among]}::uuid[])` : sql`true`)
  return sql`
    select
      account.person_id,
      enrolment.closes_on,
      account.wants_reminders,
      ${isRequested(clientId, { kind: 'reminder', person: sql`account.person_id` })}
        or exists (
          select
          from notice_sent
          where notice_sent.client_id = ${clientId}
            and notice_sent.person_id = account.person_id
            and about = ${aboutReminder} || enrolment.closes_on
        ) as reminded
    from (${openEnrolment(clientId, today)}) as enrolment
    join account on account.client_id = ${clientId}
    left join (
      select person_id, ${factColumns}
      from (${factsOn(clientId, { today, of: isAsked(sql`person_id`) })}) as known
      group by person_id
    ) as fact on fact.person_id = account.person_id
    -- Invited people get the welcome email instead.
    where account.state = 'active'
      and ${isAsked(sql`account.person_id`)}
      and ${isEmployed(today)}
      and exists (
        select from employee where employee.client_id = ${clientId} and employee.person_id = account.person_id
      )
      and account.person_id not in (
        select person_id from (${enrolmentChoices(clientId, today)}) as choice where step = 'finished'
      )`
}
