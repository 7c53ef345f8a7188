import { removeEndedMail } from '../features/mail/mail.jobs.ts'
import { removeOldLinks } from '../features/password/password.jobs.ts'
import { removeSpentTokens } from '../features/session/session.jobs.ts'
import type { DailyJob } from '../platform/daily-jobs.ts'

/** What is done once a day for every client; one line each. */
export const dailyJobs: readonly DailyJob[] = [removeSpentTokens, removeOldLinks, removeEndedMail]
