import {
  estimateVouchers,
  followDates,
  provideCover,
  renewWithYear,
  takeYearlySteps,
} from '../features/benefits/benefits.jobs.ts'
import {
  remindOfWindows,
  tellOfEndingCover,
  tellOfNextYear,
  tellOfProbation,
} from '../features/benefit-mails/notices.jobs.ts'
import { tellOfEnrolment } from '../features/pension-enrolment/auto-enrolment.jobs.ts'
import { askForAnswers, removeSpentAnswers } from '../features/medical/medical.jobs.ts'
import { tellLeavers } from '../features/leavers/leaving.jobs.ts'
import { showNewNumbers } from '../features/employees/employees.jobs.ts'
import { endAnnouncedMembers, removeUndecidedDocuments } from '../features/life-events/life-events.jobs.ts'
import { removeEndedMail } from '../services/mail/mail.jobs.ts'
import { removeOldLinks } from '../features/password/password.jobs.ts'
import { makeProviderReports } from '../features/reports/reports.jobs.ts'
import { removeSpentTokens } from '../features/session/session.jobs.ts'
import { removeOldAssertions } from '../features/single-sign-on/sign-on.jobs.ts'
import { removeOldSetUps } from '../features/two-factor/two-factor.jobs.ts'
import type { DailyJob } from '../platform/daily-jobs.ts'
import type { ServerSecret } from '../platform/keys.ts'

export const dailyJobs = (serverSecret: ServerSecret): readonly DailyJob[] => [
  removeSpentTokens,
  removeOldLinks,
  removeOldSetUps,
  removeOldAssertions,
  removeEndedMail,
  removeSpentAnswers,
  removeUndecidedDocuments,
  endAnnouncedMembers,
  showNewNumbers,
  // Must run before the jobs that start, increase or reprice benefits in the new scheme year.
  renewWithYear(serverSecret),
  estimateVouchers(serverSecret),
  provideCover,
  tellOfEnrolment(serverSecret),
  takeYearlySteps(serverSecret),
  followDates,
  askForAnswers(serverSecret),
  tellOfProbation,
  tellOfEndingCover(serverSecret),
  remindOfWindows(serverSecret),
  tellOfNextYear(serverSecret),
  tellLeavers(serverSecret),
  // Must run after all jobs that affect the pay of the past month.
  makeProviderReports,
]
