import { addDays, type IsoDate, showDate } from '../../contract/dates.ts'
import type { DailyJob } from '../../platform/daily-jobs.ts'
import type { ServerSecret } from '../../platform/key-ring.ts'
import { mailQueue, queueNotices } from '../../services/mail/mail.queries.ts'
import { dailyJobInPortions } from '../profile/job-portions.queries.ts'
import { type CoverEnding, coverEnded, coverEnding } from './cover-ending.queries.ts'
import { noticeDays, noticesDue } from '../../services/mail/cover-ending.rules.ts'
import { belowMinimumWageMail } from '../../services/my-benefits/below-minimum-wage-mail.messages.ts'
import { findBelowMinimumWage } from '../../services/my-benefits/below-minimum-wage.server.ts'
import { coverEndsSoonMail, coverHasEndedMail } from './cover-ending-mail.messages.ts'
import { dependantGrowsOutMail } from '../../services/mail/family-cover-mail.messages.ts'
import { dependantsReachingAgeLimit } from './age-limits.queries.ts'
import { recordNotices } from './sent-notices.queries.ts'
import { peopleAfterProbation } from './probation-ended.queries.ts'
import { probationOverMail } from './probation-mail.messages.ts'
import { windowClosingMail } from './window-closing-mail.messages.ts'
import { nextYearNotices, nextYearOpen, yearOpenedNotice } from './next-year-notices.queries.ts'
import { nextYearClosingMail, nextYearOpenMail } from './renewal-mail.messages.ts'
import { peopleToRemind } from './windows-closing.queries.ts'

/** An end of probation that is recorded up to this many days late still causes a mail. */
const NOTIFY_FOR_DAYS = 30

/** Sends one mail on the day after a person's probation ends. After missed runs, the next run sends it (BENEFIT-07). */
export const notifyProbationEnded = dailyJobInPortions(
  'tell people that their probation is over',
  async (tx, clientId, { people, lastRan, today }) => {
    const latest = addDays(today, -NOTIFY_FOR_DAYS)
    const past = await peopleAfterProbation(tx, clientId, {
      people,
      from: lastRan && lastRan < latest ? lastRan : latest,
      to: addDays(today, -1),
      today,
    })
    const about = 'probation is over'
    const fresh = await recordNotices(tx, clientId, {
      notices: past.map((personId) => ({ personId, about, on: today })),
    })
    await queueNotices(tx, clientId, {
      notices: fresh.map(({ personId }) => ({ to: { personId }, kind: probationOverMail, cause: about })),
    })
  },
)

/** Notifies people 60 and 14 days before their cover ends because of a condition or an age. */
export function notifyCoverEnding(serverSecret: ServerSecret): DailyJob {
  const { queueMails } = mailQueue(serverSecret)
  return dailyJobInPortions('tell people that their cover ends', async (tx, clientId, { people, lastRan, today }) => {
    const tell = async (endings: readonly CoverEnding[], kind: typeof coverEndsSoonMail, due: Due) => {
      // Records both notices if both are due. Otherwise tomorrow's run would send the second one.
      const fresh = await recordNotices(tx, clientId, {
        notices: endings.flatMap((ending) =>
          due(ending).map((about) => ({ personId: ending.personId, about, on: today, ending })),
        ),
      })
      const mails = [...Map.groupBy(fresh, ({ ending }) => ending)].flatMap(([ending, [first]]) => {
        const { personId, benefitId, benefit, lastDay, why } = ending
        const data = { benefitId, benefit, lastDay: showDate(lastDay), why }
        return first ? [{ to: { personId }, kind, data, cause: first.about }] : []
      })
      await queueMails(tx, clientId, mails)
    }
    const about = ({ benefitId, lastDay }: CoverEnding) => `cover ${benefitId} ends ${lastDay}`
    await tell(await coverEnding(tx, clientId, { people, today }), coverEndsSoonMail, (ending) =>
      noticesDue({ lastDay: ending.lastDay, today }).map((days) => `${about(ending)}, ${days} days before`),
    )
    await tell(await coverEnded(tx, clientId, { people, since: lastRan ?? today }), coverHasEndedMail, (ending) => [
      `${about(ending)}, ${noticeDays[1]} days before`,
    ])
    await tell(await dependantsReachingAgeLimit(tx, clientId, { people, today }), dependantGrowsOutMail, (ending) =>
      noticesDue({ lastDay: ending.lastDay, today }).map(
        (days) => `dependants of ${ending.benefitId} grow out ${ending.lastDay}, ${days} days before`,
      ),
    )
  })
}

type Due = (ending: CoverEnding) => string[]

/** Tells people once for each pay day. They are in the employer's list of pay below the minimum wage. */
export function notifyBelowMinimumWage(serverSecret: ServerSecret): DailyJob {
  const { queueMails } = mailQueue(serverSecret)
  return dailyJobInPortions('tell people of pay below the minimum wage', async (tx, clientId, { people, today }) => {
    const below = await findBelowMinimumWage(tx, clientId, { people })
    const fresh = await recordNotices(tx, clientId, {
      notices: below.map((one) => ({ ...one, about: `pay of ${one.payOn} is below the minimum wage`, on: today })),
    })
    await queueMails(
      tx,
      clientId,
      fresh.map(({ personId, about, payOn }) => ({
        to: { personId },
        kind: belowMinimumWageMail,
        data: { payOn: showDate(payOn) },
        cause: about,
      })),
    )
  })
}

export function remindOfWindows(serverSecret: ServerSecret): DailyJob {
  const { queueMails } = mailQueue(serverSecret)
  return dailyJobInPortions('remind people of windows that close', async (tx, clientId, { people, today }) => {
    const due = await peopleToRemind(tx, clientId, { people, today })
    const fresh = await recordNotices(tx, clientId, {
      notices: due.map((reminder) => ({ ...reminder, about: aboutWindow(reminder.closesOn), on: today })),
    })
    await queueMails(
      tx,
      clientId,
      fresh.map(({ personId, about, closesOn, unfinished }) => ({
        to: { personId },
        kind: windowClosingMail,
        data: { closesOn: showDate(closesOn), unfinished },
        cause: about,
      })),
    )
  })
}

/** Notifies everyone when next year's first window opens. Before a window closes, notifies people who would lose cover. */
export function notifyNextYear(serverSecret: ServerSecret): DailyJob {
  const { queueMails } = mailQueue(serverSecret)
  return dailyJobInPortions('tell people of the next scheme year', async (tx, clientId, { people, today }) => {
    const open = await nextYearOpen(tx, clientId, { today })
    if (!open) return
    const notices = await nextYearNotices(tx, clientId, { people, open, today })
    const opened = await recordNotices(tx, clientId, {
      notices: notices.map((notice) => ({ ...notice, about: yearOpenedNotice(notice.from), on: today })),
    })
    await queueMails(
      tx,
      clientId,
      opened.map(({ personId, about, from, closesOn, windows, added, continues, ends, asks }) => ({
        to: { personId },
        kind: nextYearOpenMail,
        data: { from: showDate(from), closesOn: showDate(closesOn), windows, added, continues, ends, asks },
        cause: about,
      })),
    )
    const told = new Set(opened.map(({ personId }) => personId))
    const reminders = notices.flatMap(({ personId, from, reminders: own }) =>
      told.has(personId)
        ? []
        : own.map((one) => ({ ...one, personId, from, about: `window for ${from} closes ${one.closesOn}`, on: today })),
    )
    await queueMails(
      tx,
      clientId,
      (await recordNotices(tx, clientId, { notices: reminders })).map(
        ({ personId, about, from, closesOn, unfinished, ends, asks }) => ({
          to: { personId },
          kind: nextYearClosingMail,
          data: { from: showDate(from), closesOn: showDate(closesOn), unfinished, ends, asks },
          cause: about,
        }),
      ),
    )
  })
}

function aboutWindow(closesOn: IsoDate): string {
  return `window closes ${closesOn}`
}
