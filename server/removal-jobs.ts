import { expiredAnswers } from '../features/medical/medical-answers.queries.ts'
import { spentLinkCounts } from '../features/password/link-attempt-limit.queries.ts'
import { spentLinks } from '../features/password/password-links.queries.ts'
import { spentChecks } from '../features/password/password.queries.ts'
import { expiredSchedules } from '../features/report-schedules/report-schedules.queries.ts'
import { expiredViews } from '../features/saved-views/saved-views.queries.ts'
import { spentInSessions } from '../features/session/expired-sessions.queries.ts'
import { spentAssertions } from '../features/single-sign-on/sign-on.queries.ts'
import { expiredSetUps } from '../features/two-factor/two-factor.queries.ts'
import { removalJob } from '../platform/expired-rows.ts'
import { expiredMails } from '../services/mail/due-mail.queries.ts'

export const removalJobs = [
  removalJob('remove spent tokens', spentInSessions),
  removalJob('remove old links', [spentChecks, spentLinkCounts, spentLinks]),
  removalJob('remove old set-ups', expiredSetUps),
  removalJob('remove old assertions', spentAssertions),
  removalJob('remove ended mail', expiredMails),
  removalJob('remove views of former employer users', [expiredViews, expiredSchedules]),
  removalJob('remove medical answers that nothing waits for', expiredAnswers),
]
