import { randomUUID } from 'node:crypto'
import type { DailyJob } from '../../platform/daily-jobs.ts'
import { endAnnounced } from '../family/family.queries.ts'
import { queueNotices } from '../mail/mail.queries.ts'
import { evidenceAskedAgainMail } from './evidence-mails.messages.ts'
import { removeUndecided } from './life-events.queries.ts'

/** So many events are looked through by one transaction. */
const portion = 500

/** What shows something of somebody's life is kept no longer than it may be of use (S-87); who has to send it again is told. */
export const removeUndecidedDocuments: DailyJob = {
  name: 'remove documents of life events that nobody has decided by',
  run: async (tx, clientId, { today }) => {
    const { events, askedAgain } = await removeUndecided(tx, clientId, { today, portion })
    await queueNotices(tx, clientId, {
      // Each time is one of its own: what is sent again may wait as long again.
      notices: askedAgain.map((personId) => ({
        to: { personId },
        kind: evidenceAskedAgainMail,
        cause: `life event asked again ${randomUUID()}`,
      })),
    })
    return events === portion ? 'more' : 'done'
  },
}

/** A divorce may be announced before its day, from which the partner is in the family no more. */
export const endAnnouncedMembers: DailyJob = {
  name: 'end family members whose event was announced',
  run: async (tx, clientId, { today }) => {
    await endAnnounced(tx, clientId, { today })
    return 'done'
  },
}
