import { paths } from '../../contract/paths.ts'
import type { MailKind } from '../../contract/mail-kind.ts'

export const evidenceAcceptedMail: MailKind<Record<string, never>> = {
  name: 'life-event-accepted',
  write: (_, { brand }) => ({
    subject: 'You can change your benefits now',
    paragraphs: [
      `The document you sent for your life event was accepted, so you can change your benefits at ${brand}. Profile Settings shows until when.`,
      'The document itself has been removed.',
    ],
    button: { label: 'See my benefits', path: paths.benefits() },
  }),
}

/** For privacy the subject does not mention the disability, and no name appears. */
export const disabilityConfirmedMail: MailKind<Record<string, never>> = {
  name: 'disability-confirmed',
  write: (_, { brand }) => ({
    subject: 'Your document was accepted',
    paragraphs: [
      `We have accepted the document you sent for your life event. If a benefit at ${brand} covers registered disabled dependants beyond its age limit, it will now cover this person.`,
      'If a benefit has already stopped covering them, you can choose it for them again. Profile Settings shows until when.',
      'The document itself has been removed.',
    ],
    button: { label: 'See my benefits', path: paths.benefits() },
  }),
}

export const disabilityNotConfirmedMail: MailKind<Record<string, never>> = {
  name: 'disability-not-confirmed',
  write: () => ({
    subject: 'Your life event needs a new document',
    paragraphs: [
      'A document that we had accepted for your life event is no longer valid. Benefits stop covering a dependant who is above the age limit, and you can no longer use this event to change your benefits.',
      'You can send another document in Profile Settings, or ask your benefits team.',
    ],
    button: { label: 'Go to Profile Settings', path: paths.profile() },
  }),
}

/** Sent when a document was removed after 90 days without a decision (S-87). */
export const evidenceAskedAgainMail: MailKind<Record<string, never>> = {
  name: 'life-event-asked-again',
  write: () => ({
    subject: 'Please send your document again',
    paragraphs: [
      'The document you sent for your life event has not been decided on within 90 days. We keep documents for at most 90 days, so the document has been removed.',
      'You cannot use this event to change your benefits yet. Please send the document again in Profile Settings, or ask your benefits team.',
    ],
    button: { label: 'Go to Profile Settings', path: paths.profile() },
  }),
}

export const evidenceDeclinedMail: MailKind<Record<string, never>> = {
  name: 'life-event-declined',
  write: () => ({
    subject: 'Your document was not accepted',
    paragraphs: [
      'The document you sent for your life event was not enough, so you cannot use this event to change your benefits. The document has been removed.',
      'You can send another document in Profile Settings, or ask your benefits team.',
    ],
    button: { label: 'Go to Profile Settings', path: paths.profile() },
  }),
}
