import { addDays, type IsoDate, showDate, showLongDate } from '../../../contract/dates.ts'
import type { DailyJob } from '../../../platform/daily-jobs.ts'
import type { ServerSecret } from '../../../platform/keys.ts'
import { mailQueue, queueNotices } from '../../mail/mail.queries.ts'
import { type CoverEnding, coverEnded, coverEnding } from './cover-ending.queries.ts'
import { noticeDays, noticesDue } from './cover-ending.rules.ts'
import { coverEndsSoonMail, coverHasEndedMail } from './cover-ending-mail.messages.ts'
import { dependantGrowsOutMail } from './family-cover-mail.messages.ts'
import { dependantsGrowingOut } from './growing-out.queries.ts'
import { noteGiven } from './notices-given.queries.ts'
import { peoplePastProbation } from './past-probation.queries.ts'
import { probationOverMail } from './probation-mail.messages.ts'
import { windowClosingMail } from './window-closing-mail.messages.ts'
import { isNextYearOpen, nextYearNotices } from './next-year.queries.ts'
import { nextYearClosingMail, nextYearOpenMail } from './renewal-mail.messages.ts'
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

/**
 * Notifies people 60 and 14 days before a condition ends their cover, or at once if fewer days remain. Catches up with
 * people who could not be notified earlier. Does the same before a dependant reaches the last age of an option that lets
 * registered disabled dependants stay.
 */
export function tellOfEndingCover(serverSecret: ServerSecret): DailyJob {
  const { queueMails } = mailQueue(serverSecret)
  return {
    name: 'tell people that their cover ends',
    run: async (tx, clientId, { lastRan, today }) => {
      const tell = async (endings: readonly CoverEnding[], kind: typeof coverEndsSoonMail, due: Due) => {
        for (const ending of endings) {
          const { personId, benefitId, benefit, lastDay, why } = ending
          const notices = due(ending).map((about) => ({ personId, about, on: today }))
          // Records each due notice, even if an earlier one is mailed instead.
          const fresh = []
          for (const notice of notices)
            if ((await noteGiven(tx, clientId, { notices: [notice] })).has(personId)) fresh.push(notice)
          const [first] = fresh
          if (!first) continue
          const data = { benefitId, benefit, lastDay: showLongDate(lastDay), why }
          await queueMails(tx, clientId, [{ to: { personId }, kind, data, cause: first.about }])
        }
      }
      const about = ({ benefitId, lastDay }: CoverEnding) => `cover ${benefitId} ends ${lastDay}`
      await tell(await coverEnding(tx, clientId, { today }), coverEndsSoonMail, (ending) =>
        noticesDue({ lastDay: ending.lastDay, today }).map((days) => `${about(ending)}, ${days} days before`),
      )
      await tell(await coverEnded(tx, clientId, { since: lastRan ?? today }), coverHasEndedMail, (ending) => [
        `${about(ending)}, ${noticeDays[1]} days before`,
      ])
      await tell(await dependantsGrowingOut(tx, clientId, { today }), dependantGrowsOutMail, (ending) =>
        noticesDue({ lastDay: ending.lastDay, today }).map(
          (days) => `dependants of ${ending.benefitId} grow out ${ending.lastDay}, ${days} days before`,
        ),
      )
      return 'done'
    },
  }
}

type Due = (ending: CoverEnding) => string[]

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

/**
 * Notifies people about the next scheme year when the first of its windows opens. Reminds those who would lose cover before
 * each closing day.
 */
export function tellOfNextYear(serverSecret: ServerSecret): DailyJob {
  const { queueMails } = mailQueue(serverSecret)
  return {
    name: 'tell people of the next scheme year',
    run: async (tx, clientId, { today }) => {
      if (!(await isNextYearOpen(tx, clientId, { today }))) return 'done'
      const notices = await nextYearNotices(tx, clientId, { today })
      const fresh = await noteGiven(tx, clientId, {
        notices: notices.map(({ personId, from }) => ({ personId, about: `window for ${from} opened`, on: today })),
      })
      await queueMails(
        tx,
        clientId,
        notices
          .filter(({ personId }) => fresh.has(personId))
          .map(({ personId, from, closesOn, windows, added, continues, ends, asks }) => ({
            to: { personId },
            kind: nextYearOpenMail,
            data: { from: showLongDate(from), closesOn: showLongDate(closesOn), windows, added, continues, ends, asks },
            cause: `window for ${from} opened`,
          })),
      )
      const reminders = notices
        .filter(({ personId }) => !fresh.has(personId))
        .flatMap(({ personId, from, reminders: own }) => own.map((one) => ({ personId, from, ...one })))
      const byWindow = Map.groupBy(reminders, ({ from, closesOn }) => `window for ${from} closes ${closesOn}`)
      for (const [closing, due] of byWindow) {
        const reminded = await noteGiven(tx, clientId, {
          notices: due.map(({ personId }) => ({ personId, about: closing, on: today })),
        })
        await queueMails(
          tx,
          clientId,
          due
            .filter(({ personId }) => reminded.has(personId))
            .map(({ personId, from, closesOn, unfinished, ends, asks }) => ({
              to: { personId },
              kind: nextYearClosingMail,
              data: { from: showLongDate(from), closesOn: showLongDate(closesOn), unfinished, ends, asks },
              cause: closing,
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
