import { showLongDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Clock, Tx } from '../../database/database.ts'
import type { ServerSecret } from '../../platform/keys.ts'
import { mailQueue } from '../../services/mail/mail.queries.ts'
import { reminderMail } from './reminder-mail.messages.ts'
import { peopleStillUndecided, reminderNotice } from './reminders.queries.ts'
import { recordNotices } from '../benefit-mails/sent-notices.queries.ts'

export function reminderWriter(serverSecret: ServerSecret) {
  const { queueMails } = mailQueue(serverSecret)
  return async (tx: Tx, clientId: ClientId, among: readonly PersonId[], { today }: Clock): Promise<void> => {
    const undecided = await peopleStillUndecided(tx, clientId, { people: among, today })
    if (!undecided) return
    const { people, closesOn } = undecided
    const about = reminderNotice(closesOn)
    const fresh = await recordNotices(tx, clientId, {
      notices: people.map((personId) => ({ personId, about, on: today })),
    })
    const data = { closesOn: showLongDate(closesOn) }
    await queueMails(
      tx,
      clientId,
      fresh.map(({ personId }) => ({ to: { personId }, kind: reminderMail, data, cause: about })),
    )
  }
}
