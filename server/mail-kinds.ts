import { enrolmentMailKinds } from '../features/pension-enrolment/enrolment-mail.messages.ts'
import { coverEndsSoonMail, coverHasEndedMail } from '../features/benefit-mails/cover-ending-mail.messages.ts'
import { coverEndedMail, dependantGrowsOutMail } from '../services/mail/family-cover-mail.messages.ts'
import { firstDayMovedMail } from '../services/mail/first-day-moved-mail.messages.ts'
import { probationOverMail } from '../features/benefit-mails/probation-mail.messages.ts'
import { renewalMailKinds } from '../features/benefit-mails/renewal-mail.messages.ts'
import { selectionMailKinds } from '../features/benefit-mails/selection-mails.messages.ts'
import { reminderMail } from '../features/employer-overview/reminder-mail.messages.ts'
import { windowClosingMail } from '../features/benefit-mails/window-closing-mail.messages.ts'
import { leaverMail, leavingCancelledMail } from '../features/leavers/leaver-mail.messages.ts'
import { newYearMail } from '../features/renewal/new-year-mail.messages.ts'
import { vouchersLoweredMail } from '../features/renewal/voucher-estimate-mail.messages.ts'
import { scheduledReportMail } from '../features/report-schedules/scheduled-report-mail.messages.ts'
import { belowMinimumWageMail } from '../services/my-benefits/below-minimum-wage-mail.messages.ts'
import { newEnquiryMail } from '../features/content/enquiry-mail.messages.ts'
import {
  disabilityConfirmedMail,
  disabilityNotConfirmedMail,
  evidenceAcceptedMail,
  evidenceAskedAgainMail,
  evidenceDeclinedMail,
} from '../features/life-events/evidence-mails.messages.ts'
import type { AnyMailKind } from '../contract/mail-kind.ts'
import { employeeViewedMail } from '../features/masquerade/employee-viewed-mail.messages.ts'
import { newAddressMailKinds } from '../features/data-uploads/new-email-mail.messages.ts'
import { passwordMails } from '../features/password/password-mails.messages.ts'
import { accountLockedMail, sessionStolenMail } from '../services/session/session-mail.messages.ts'
import { twoFactorMailKinds } from '../features/two-factor/two-factor-mails.messages.ts'

/** All kinds of mail. A queued mail of any other kind is given up. */
export const mailKinds: readonly AnyMailKind[] = [
  newEnquiryMail,
  ...enrolmentMailKinds,
  coverEndedMail,
  dependantGrowsOutMail,
  firstDayMovedMail,
  coverEndsSoonMail,
  coverHasEndedMail,
  probationOverMail,
  belowMinimumWageMail,
  windowClosingMail,
  reminderMail,
  newYearMail,
  vouchersLoweredMail,
  leaverMail,
  leavingCancelledMail,
  ...selectionMailKinds,
  ...renewalMailKinds,
  disabilityConfirmedMail,
  disabilityNotConfirmedMail,
  evidenceAcceptedMail,
  evidenceAskedAgainMail,
  evidenceDeclinedMail,
  accountLockedMail,
  sessionStolenMail,
  ...passwordMails,
  ...twoFactorMailKinds,
  employeeViewedMail,
  scheduledReportMail,
  ...newAddressMailKinds,
]
