import { followDates, provideCover } from '../features/benefits/benefits.jobs.ts'
import { removeEndedMail } from '../features/mail/mail.jobs.ts'
import { removeOldLinks } from '../features/password/password.jobs.ts'
import { removeSpentTokens } from '../features/session/session.jobs.ts'
import { removeOldAssertions } from '../features/single-sign-on/sign-on.jobs.ts'
import { removeOldSetUps } from '../features/two-factor/two-factor.jobs.ts'
import type { DailyJob } from '../platform/daily-jobs.ts'

/** What is done once a day for every client; one line each. */
export const dailyJobs: readonly DailyJob[] = [
  removeSpentTokens,
  removeOldLinks,
  removeOldSetUps,
  removeOldAssertions,
  removeEndedMail,
  provideCover,
  followDates,
]
