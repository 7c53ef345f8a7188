import { randomUUID } from 'node:crypto'
import type { DailyJob } from '../../platform/daily-jobs.ts'
import { endAnnouncedMembersOn } from '../family/family.queries.ts'
import { queueNotices } from '../../services/mail/mail.queries.ts'
import { evidenceAskedAgainMail } from './evidence-mails.messages.ts'
import { removeOldDocuments } from './life-events.queries.ts'

const portion = 500

export const removeUndecidedDocuments: DailyJob = {
  name: 'remove documents of undecided life events',
  run: async (tx, clientId, { today }) => {
    const { events, askedAgain } = await removeOldDocuments(tx, clientId, { today, portion })
    await queueNotices(tx, clientId, {
      // A new cause each time, because a document may be sent and expire again.
      notices: askedAgain.map((personId) => ({
        to: { personId },
        kind: evidenceAskedAgainMail,
        cause: `life event asked again ${randomUUID()}`,
      })),
    })
    return events === portion ? 'more' : 'done'
  },
}

export const endAnnouncedMembers: DailyJob = {
  name: 'end family members whose event was announced',
  run: async (tx, clientId, { today }) => {
    await endAnnouncedMembersOn(tx, clientId, { today })
    return 'done'
  },
}
