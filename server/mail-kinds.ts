import { enrolmentMailKinds } from '../features/benefits/auto-enrolment/enrolment-mail.messages.ts'
import { coverEndsSoonMail, coverHasEndedMail } from '../features/benefits/notices/cover-ending-mail.messages.ts'
import { coverEndedMail, dependantGrowsOutMail } from '../features/benefits/notices/family-cover-mail.messages.ts'
import { startMovedMail } from '../features/benefits/notices/start-moved-mail.messages.ts'
import { probationOverMail } from '../features/benefits/notices/probation-mail.messages.ts'
import { renewalMailKinds } from '../features/benefits/notices/renewal-mail.messages.ts'
import { selectionMailKinds } from '../features/benefits/notices/selection-mails.messages.ts'
import { windowClosingMail } from '../features/benefits/notices/window-closing-mail.messages.ts'
import { leaverMail, stayingMail } from '../features/benefits/leaving/leaver-mail.messages.ts'
import { schemeYearTurnedMail } from '../features/benefits/renewal/turn-mail.messages.ts'
import { vouchersLoweredMail } from '../features/benefits/renewal/voucher-estimate-mail.messages.ts'
import { newEnquiryMail } from '../features/contact-us/enquiry-mail.messages.ts'
import {
  disabilityConfirmedMail,
  disabilityNotConfirmedMail,
  evidenceAcceptedMail,
  evidenceAskedAgainMail,
  evidenceDeclinedMail,
} from '../features/life-events/evidence-mails.messages.ts'
import type { AnyMailKind } from '../features/mail/mail.contract.ts'
import { employeeViewedMail } from '../features/masquerade/viewed-mail.messages.ts'
import { passwordMails } from '../features/password/link-mails.ts'
import { accountLockedMail, sessionStolenMail } from '../features/session/session-mail.messages.ts'
import { twoFactorMailKinds } from '../features/two-factor/two-factor-mails.messages.ts'

/** Every kind of mail that is sent. A queued mail whose kind is missing here is given up. */
export const mailKinds: readonly AnyMailKind[] = [
  newEnquiryMail,
  ...enrolmentMailKinds,
  coverEndedMail,
  dependantGrowsOutMail,
  startMovedMail,
  coverEndsSoonMail,
  coverHasEndedMail,
  probationOverMail,
  windowClosingMail,
  schemeYearTurnedMail,
  vouchersLoweredMail,
  leaverMail,
  stayingMail,
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
]
