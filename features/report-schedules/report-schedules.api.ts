import { notFound } from '../../contract/not-found.ts'
import { refuse } from '../../contract/refusals.ts'
import { handle, type Handler } from '../../platform/handle.ts'
import { requireOwnClient } from '../../platform/require-own-client.ts'
import { lockPeople } from '../../services/people/profile.queries.ts'
import {
  addSchedule,
  listSchedules,
  mostSchedules,
  pauseSchedule,
  stopSchedule,
  tooManySchedules,
} from './report-schedules.contract.ts'
import { deleteSchedule, insertSchedule, schedulesOf, updateSchedule } from './report-schedules.queries.ts'
import { nextSendDay } from './send-days.rules.ts'

export const reportScheduleHandlers: Handler[] = [
  handle(listSchedules, (call) => {
    requireOwnClient(call)
    return schedulesOf(call.tx, call.clientId, call.caller)
  }),

  handle(addSchedule, async (call) => {
    requireOwnClient(call)
    const { tx, clientId, body, caller, today } = call
    // Lock the person, so that parallel calls cannot exceed the limit.
    await lockPeople(tx, clientId, { people: [caller.personId] })
    if ((await schedulesOf(tx, clientId, caller)).length >= mostSchedules) throw refuse(tooManySchedules)
    const schedule = { scheduleId: crypto.randomUUID(), ...body, paused: false, nextOn: nextSendDay(body, today) }
    await insertSchedule(tx, clientId, { personId: caller.personId, ...schedule })
    call.audit({ schedule: schedule.scheduleId, report: schedule.report })
    return schedule
  }),

  handle(pauseSchedule, async (call) => {
    requireOwnClient(call)
    const { tx, clientId, params, body, caller, today } = call
    const scheduleId = params.scheduleId.toLowerCase()
    const found = (await schedulesOf(tx, clientId, caller)).find((one) => one.scheduleId === scheduleId)
    if (!found) throw refuse(notFound)
    const changed = { ...found, ...body, nextOn: nextSendDay(found, today) }
    await updateSchedule(tx, clientId, { personId: caller.personId, ...changed })
    call.audit({ schedule: scheduleId, paused: body.paused })
    return changed
  }),

  handle(stopSchedule, async (call) => {
    requireOwnClient(call)
    const { tx, clientId, params, caller } = call
    if (!(await deleteSchedule(tx, clientId, { ...params, personId: caller.personId }))) throw refuse(notFound)
    call.audit({ schedule: params.scheduleId })
    return { status: 'ok' as const }
  }),
]
