import {
  lowerVouchersDaily,
  recalculateOnDueDates,
  provideCover,
  renewSelectionsDaily,
  applyIncreasesDaily,
} from '../features/benefits/benefits.jobs.ts'
import {
  remindOfWindows,
  notifyCoverEnding,
  notifyNextYear,
  notifyProbationEnded,
  notifyBelowMinimumWage,
} from '../features/benefit-mails/notices.jobs.ts'
import { sendEnrolmentLetters } from '../features/pension-enrolment/auto-enrolment.jobs.ts'
import { askForAnswers } from '../features/medical/medical.jobs.ts'
import { notifyLeavers } from '../features/leavers/leaving.jobs.ts'
import { refreshListedFacts } from '../features/employees/employees.jobs.ts'
import { endAnnouncedMembers, removeUndecidedDocuments } from '../features/life-events/life-events.jobs.ts'
import { makeProviderReports } from '../features/reports/reports.jobs.ts'
import { sendScheduledReports } from '../features/report-schedules/report-schedules.jobs.ts'
import type { DailyJob } from '../platform/daily-jobs.ts'
import type { ServerSecret } from '../platform/key-ring.ts'
import { removalJobs } from './removal-jobs.ts'

export const dailyJobs = (serverSecret: ServerSecret): readonly DailyJob[] => [
  ...removalJobs,
  removeUndecidedDocuments,
  endAnnouncedMembers,
  refreshListedFacts,
  // Must come before the jobs that start, increase or reprice benefits in the new scheme year.
  renewSelectionsDaily(serverSecret),
  lowerVouchersDaily(serverSecret),
  provideCover,
  sendEnrolmentLetters(serverSecret),
  applyIncreasesDaily(serverSecret),
  recalculateOnDueDates,
  askForAnswers(serverSecret),
  notifyProbationEnded,
  notifyCoverEnding(serverSecret),
  remindOfWindows(serverSecret),
  notifyBelowMinimumWage(serverSecret),
  notifyNextYear(serverSecret),
  notifyLeavers(serverSecret),
  // Must come after all jobs that change the pay of the past month.
  makeProviderReports,
  // Must come after the reports to which its mails link.
  sendScheduledReports(serverSecret),
]
