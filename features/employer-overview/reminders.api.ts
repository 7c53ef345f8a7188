import { refuse } from '../../contract/refusals.ts'
import { handle, type Handler } from '../../platform/handle.ts'
import { requireOwnClient } from '../../platform/require-own-client.ts'
import { enrolmentIsClosed, readReminders, remindPeople } from './reminders.contract.ts'
import { readRemindersOf, requestReminders } from './reminders.queries.ts'

export const reminderHandlers: Handler[] = [
  handle(readReminders, (call) => {
    requireOwnClient(call)
    const { tx, clientId, today } = call
    return readRemindersOf(tx, clientId, { today })
  }),

  handle(remindPeople, async (call) => {
    requireOwnClient(call)
    const { tx, clientId, today } = call
    const { closesOn } = await readRemindersOf(tx, clientId, { today })
    if (closesOn === null) throw refuse(enrolmentIsClosed)
    const sent = await requestReminders(tx, clientId, { today })
    call.audit({ sent })
    return { sent }
  }),
]
