import { addDays, type IsoDate, showDate } from '../../../contract/dates.ts'
import type { DailyJob } from '../../../platform/daily-jobs.ts'
import type { ServerSecret } from '../../../platform/keys.ts'
import { mailQueue, queueNotices } from '../../mail/mail.queries.ts'
import { noteGiven } from './notices-given.queries.ts'
import { peoplePastProbation } from './past-probation.queries.ts'
import { probationOverMail } from './probation-mail.messages.ts'
import { windowClosingMail } from './window-closing-mail.messages.ts'
import { peopleToRemind } from './windows-closing.queries.ts'

/** How long after its end probation is still worth a mail, where the job ran meanwhile and nobody had told the portal. */
const NEWS_FOR_DAYS = 30

/** Tells people once, on the day after it, that their probation is over, and after missed days on the next one (BENEFIT-07). */
export const tellOfProbation: DailyJob = {
  name: 'tell people that their probation is over',
  run: async (tx, clientId, { lastRan, today }) => {
    const latest = addDays(today, -NEWS_FOR_DAYS)
    const people = await peoplePastProbation(tx, clientId, {
      from: lastRan && lastRan < latest ? lastRan : latest,
      to: addDays(today, -1),
      today,
    })
    const about = 'probation is over'
    const fresh = await noteGiven(tx, clientId, {
      notices: people.map((personId) => ({ personId, about, on: today })),
    })
    await queueNotices(tx, clientId, {
      notices: [...fresh].map((personId) => ({ to: { personId }, kind: probationOverMail, cause: about })),
    })
    return 'done'
  },
}

/** Reminds people once of a window that closes soon, who have chosen nothing in it or not finished choosing. */
export function remindOfWindows(serverSecret: ServerSecret): DailyJob {
  const { queueMails } = mailQueue(serverSecret)
  return {
    name: 'remind people of windows that close',
    run: async (tx, clientId, { today }) => {
      const due = await peopleToRemind(tx, clientId, { today })
      for (const [closesOn, reminders] of Map.groupBy(due, ({ closesOn }) => closesOn)) {
        const about = aboutWindow(closesOn)
        const fresh = await noteGiven(tx, clientId, {
          notices: reminders.map(({ personId }) => ({ personId, about, on: today })),
        })
        const mails = reminders.filter(({ personId }) => fresh.has(personId))
        await queueMails(
          tx,
          clientId,
          mails.map(({ personId, unfinished }) => ({
            to: { personId },
            kind: windowClosingMail,
            data: { closesOn: showDate(closesOn), unfinished },
            cause: about,
          })),
        )
      }
      return 'done'
    },
  }
}

/** Several windows of a person that close on one day are one mail; a window that is made longer is a new one. */
function aboutWindow(closesOn: IsoDate): string {
  return `window closes ${closesOn}`
}
