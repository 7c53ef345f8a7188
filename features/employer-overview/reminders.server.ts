import { showDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Clock, Tx } from '../../database/database.ts'
import type { ServerSecret } from '../../platform/key-ring.ts'
import { mailQueue } from '../../services/mail/mail.queries.ts'
import { reminderMail } from './reminder-mail.messages.ts'
import { peopleWithoutConfirmedChoice, reminderNotice } from './reminders.queries.ts'
import { recordNotices } from '../benefit-mails/sent-notices.queries.ts'

export function reminderWriter(serverSecret: ServerSecret) {
  const { queueMails } = mailQueue(serverSecret)
  return async (tx: Tx, clientId: ClientId, among: readonly PersonId[], { today }: Clock): Promise<void> => {
    const undecided = await peopleWithoutConfirmedChoice(tx, clientId, { people: among, today })
    // People who cannot choose get no mail, but count as reminded, so that the page does not list them again.
    const fresh = await recordNotices(tx, clientId, {
      notices: undecided.map((one) => ({ ...one, about: reminderNotice(one.closesOn), on: today })),
    })
    await queueMails(
      tx,
      clientId,
      fresh
        .filter(({ canChoose }) => canChoose)
        .map(({ personId, about, closesOn, unfinished }) => ({
          to: { personId },
          kind: reminderMail,
          data: { closesOn: showDate(closesOn), unfinished },
          cause: about,
        })),
    )
  }
}
