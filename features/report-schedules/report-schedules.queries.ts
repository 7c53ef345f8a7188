import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { ExpiredRows } from '../../platform/expired-rows.ts'
import { employmentOn, isFormerEmployer } from '../../services/session/employment-status.queries.ts'
import type { Schedule } from './report-schedules.contract.ts'

type Owner = { personId: PersonId }

/** Counts runs. Comparing times would miss a run whose transaction started before the newest mail and ended after it. */
const lockedRuns = (clientId: ClientId) =>
  sql<number>`(select count(*) from payroll_run where payroll_run.client_id = ${clientId})`

const columns = sql`id as "scheduleId", report, query, rhythm, day, paused, next_on as "nextOn"`

export async function schedulesOf(tx: Tx, clientId: ClientId, { personId }: Owner): Promise<Schedule[]> {
  const { rows } = await sql<Schedule>`
    select ${columns}
    from report_schedule
    where client_id = ${clientId}
      and person_id = ${personId}
    order by created_at, id
  `.execute(tx)
  return rows
}

export async function insertSchedule(
  tx: Tx,
  clientId: ClientId,
  { personId, scheduleId, nextOn, ...schedule }: Owner & Schedule,
): Promise<void> {
  await tx
    .insertInto('report_schedule')
    .values({
      client_id: clientId,
      person_id: personId,
      id: scheduleId,
      next_on: nextOn,
      runs_seen: lockedRuns(clientId),
      ...schedule,
    })
    .execute()
}

export async function setPaused(
  tx: Tx,
  clientId: ClientId,
  { personId, scheduleId, paused }: Owner & Pick<Schedule, 'scheduleId' | 'paused'>,
): Promise<void> {
  await tx
    .updateTable('report_schedule')
    .set({ paused })
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .where('id', '=', scheduleId)
    .execute()
}

/** Skips mails that were due before now. */
export async function continueSchedule(
  tx: Tx,
  clientId: ClientId,
  { personId, scheduleId, nextOn }: Owner & Pick<Schedule, 'scheduleId' | 'nextOn'>,
): Promise<void> {
  await tx
    .updateTable('report_schedule')
    .set({ next_on: nextOn, runs_seen: lockedRuns(clientId) })
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .where('id', '=', scheduleId)
    .execute()
}

export async function deleteSchedule(
  tx: Tx,
  clientId: ClientId,
  { personId, scheduleId }: Owner & Pick<Schedule, 'scheduleId'>,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('report_schedule')
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .where('id', '=', scheduleId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Locks and returns the schedules that are due, also paused ones, and whether their owner may still open reports. */
export async function dueSchedules(
  tx: Tx,
  clientId: ClientId,
  { today }: { today: IsoDate },
): Promise<(Owner & Schedule & { mayOpen: boolean })[]> {
  const { rows } = await sql<Owner & Schedule & { mayOpen: boolean }>`
    select
      schedule.person_id as "personId", ${columns},
      exists (
        select
        from account
        cross join lateral (${employmentOn(today, { clientId, person: sql`account.person_id` })}) as employment
        where account.client_id = ${clientId}
          and account.person_id = schedule.person_id
          and account.user_type = 'employer'
          and account.state = 'active'
          and employment.status = 'active'
      ) as "mayOpen"
    from report_schedule as schedule
    where client_id = ${clientId}
      and (
        next_on <= ${today}
        or rhythm = 'payroll-lock' and runs_seen < ${lockedRuns(clientId)}
      )
    order by schedule.person_id, schedule.id
    for update of schedule
  `.execute(tx)
  return rows
}

/** Schedules of people who have left, lost their account or are no longer employer users. */
export const expiredSchedules: ExpiredRows = {
  deleteFrom: 'report_schedule',
  key: ['person_id', 'id'],
  when: (clientId) => isFormerEmployer({ clientId, person: sql`report_schedule.person_id` }),
}
