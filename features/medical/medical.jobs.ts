import type { DailyJob } from '../../platform/daily-jobs.ts'
import type { ServerSecret } from '../../platform/key-ring.ts'
import { mailQueue } from '../../services/mail/mail.queries.ts'
import { dailyJobInPortions } from '../profile/job-portions.queries.ts'
import { recordNotices } from '../benefit-mails/sent-notices.queries.ts'
import { answersWantedMail } from '../benefit-mails/selection-mails.messages.ts'
import { unansweredQuestions } from './unanswered-questions.queries.ts'

export function askForAnswers(serverSecret: ServerSecret): DailyJob {
  const { queueMails } = mailQueue(serverSecret)
  return dailyJobInPortions(
    'ask people for the answers that a provider waits for',
    async (tx, clientId, { people, today }) => {
      const wanted = await unansweredQuestions(tx, clientId, { people })
      const notices = wanted.map(({ questions, ...one }) => ({
        ...one,
        // Contains no ids, so that the notice is recognised after the client moves to another installation.
        about: `answers to ${questions} wanted for ${one.code} of ${one.yearFrom}, version ${one.since}`,
        on: today,
      }))
      const fresh = await recordNotices(tx, clientId, { notices })
      await queueMails(
        tx,
        clientId,
        fresh.map(({ personId, benefitId, benefit, about }) => ({
          to: { personId },
          kind: answersWantedMail,
          data: { benefitId, benefit, from: null },
          cause: about,
        })),
      )
    },
  )
}
