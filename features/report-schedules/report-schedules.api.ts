import { keysOf } from '../../contract/keys-of.ts'
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
  scheduleExists,
  stopSchedule,
  tooManySchedules,
} from './report-schedules.contract.ts'
import { deleteSchedule, insertSchedule, setPaused, schedulesOf } from './report-schedules.queries.ts'
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
    const others = await schedulesOf(tx, clientId, caller)
    if (others.some((other) => keysOf(body).every((key) => other[key] === body[key]))) throw refuse(scheduleExists)
    if (others.length >= mostSchedules) throw refuse(tooManySchedules)
    const schedule = { scheduleId: crypto.randomUUID(), ...body, paused: false, nextOn: nextSendDay(body, today) }
    await insertSchedule(tx, clientId, { personId: caller.personId, ...schedule })
    call.audit({ schedule: schedule.scheduleId, report: schedule.report })
    return schedule
  }),

  handle(pauseSchedule, async (call) => {
    requireOwnClient(call)
    const { tx, clientId, params, body, caller } = call
    const scheduleId = params.scheduleId.toLowerCase()
    const found = (await schedulesOf(tx, clientId, caller)).find((one) => one.scheduleId === scheduleId)
    if (!found) throw refuse(notFound)
    await setPaused(tx, clientId, { personId: caller.personId, scheduleId, ...body })
    call.audit({ schedule: scheduleId, paused: body.paused })
    return { ...found, ...body }
  }),

  handle(stopSchedule, async (call) => {
    requireOwnClient(call)
    const { tx, clientId, params, caller } = call
    if (!(await deleteSchedule(tx, clientId, { ...params, personId: caller.personId }))) throw refuse(notFound)
    call.audit({ schedule: params.scheduleId })
    return { status: 'ok' as const }
  }),
]
