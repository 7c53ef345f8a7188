import { paths } from '../../contract/paths.ts'
import type { MailContent, MailKind } from '../../contract/mail-kind.ts'

/** Data of mails about a choice. Options, people covered and costs are private, so mails don't contain them. */
export type SelectionMailFacts = {
  benefitId: string
  benefit: string
  /** First day on which the choice applies or, after an opt-out, first day without the benefit. */
  from: string | null
  /** For benefits closed to new members: a sentence with the last day for rejoining. */
  afterOptOut?: string
}

const notYou = 'If this was not you, please contact us at once.'

export const choiceConfirmedMail = mail('choice-confirmed', ({ benefit, from }) => ({
  subject: `You have chosen ${benefit}`,
  paragraphs: [`Your choice of ${benefit} is confirmed${startsOn(from)}.`, notYou],
}))

export const changeConfirmedMail = mail('change-confirmed', ({ benefit, from }) => ({
  subject: `You have changed ${benefit}`,
  paragraphs: [`Your change of ${benefit} is confirmed${startsOn(from)}.`, notYou],
}))

export const awaitsApprovalMail = mail('choice-awaits-approval', ({ benefit }) => ({
  subject: `${benefit} is waiting for your employer`,
  paragraphs: [
    `Your choice of ${benefit} has been sent to your employer. We will email you when they have decided.`,
    'Until then you can withdraw it in My benefits.',
    notYou,
  ],
}))

export const awaitsProviderMail = mail('choice-awaits-provider', ({ benefit, from }) => ({
  subject: `${benefit} is waiting for its provider`,
  paragraphs: [
    `Your choice of ${benefit} is recorded${startsOn(from)}. The provider still has to decide about part of your cover. My benefits shows the cover that you have until then.`,
    notYou,
  ],
}))

/** Does not say why, because an increase in cover can reveal a change of pay. */
export const answersWantedMail = mail('answers-wanted', ({ benefit }) => ({
  subject: `The provider of ${benefit} needs your answers`,
  paragraphs: [
    `The provider of ${benefit} has a few questions for you. It can decide about the rest of your cover once you have answered them.`,
    'You will find the questions in My benefits, with the cover that you have until then.',
  ],
}))

export const choiceApprovedMail = mail('choice-approved', ({ benefit, from }) => ({
  subject: `${benefit} has been approved`,
  paragraphs: [`Your employer has approved your choice of ${benefit}${from ? `. It starts on ${from}` : ''}.`],
}))

export const approvedAwaitsProviderMail = mail('choice-approved-awaits-provider', ({ benefit, from }) => ({
  subject: `${benefit} has been approved and is waiting for its provider`,
  paragraphs: [
    `Your employer has approved your choice of ${benefit}${from ? `. It starts on ${from}` : ''}.`,
    'The provider still has to decide about part of your cover. My benefits shows the cover that you have until then.',
  ],
}))

/** Omits the employer's reason, because it is free text and only the portal shows it. */
export const choiceRejectedMail = mail('choice-rejected', ({ benefit }) => ({
  subject: `${benefit} was not approved`,
  paragraphs: [
    `Your employer did not approve your choice of ${benefit}. Anything you had before continues.`,
    'If they gave a reason, you can read it in My benefits.',
  ],
}))

/** The text is the same for every decision, because a decision can reveal information about health. */
export const providerAnsweredMail = mail('provider-answered', ({ benefit }) => ({
  subject: `The provider of ${benefit} has answered`,
  paragraphs: [`The provider has decided about your choice of ${benefit}. My benefits shows your cover from now on.`],
}))

export const optedOutMail = mail('opted-out', ({ benefit, from, afterOptOut }) => ({
  subject: `You have opted out of ${benefit}`,
  paragraphs: [
    from
      ? `You have opted out of ${benefit}. You no longer have it from ${from}.`
      : `You have opted out of ${benefit}.`,
    ...(afterOptOut ? [afterOptOut] : []),
    notYou,
  ],
}))

export const optedOutWithinMonthMail = mail('opted-out-within-month', ({ benefit }) => ({
  subject: `You have opted out of ${benefit}`,
  paragraphs: [
    `You have opted out of ${benefit} within the opt-out month. It is as if you had never been a member, and you get back what you have paid with your next pay.`,
    'You can join again at any time.',
    notYou,
  ],
}))

export const choiceWithdrawnMail = mail('choice-withdrawn', ({ benefit }) => ({
  subject: `You have withdrawn your choice of ${benefit}`,
  paragraphs: [`Your choice of ${benefit} is withdrawn. Anything you had before continues.`, notYou],
}))

export const restWithdrawnMail = mail('rest-withdrawn', ({ benefit }) => ({
  subject: `You have withdrawn part of your choice of ${benefit}`,
  paragraphs: [
    `The part of ${benefit} that the provider still had to decide about is withdrawn. The rest of your cover continues, as My benefits shows.`,
    notYou,
  ],
}))

export const increaseAppliedMail = mail('stepped-up', ({ benefit, from }) => ({
  subject: `${benefit} has increased, as it does every year`,
  paragraphs: [
    `Your choice of ${benefit} has increased by one step, as it does every year${from ? `. It starts on ${from}` : ''}.`,
    'My benefits shows what you have now and what it costs. You can change it there when the benefit is next open for changes.',
  ],
}))

export const increaseNotAppliedMail = mail('step-not-taken', ({ benefit, from }) => ({
  subject: `${benefit} stays as it is this year`,
  paragraphs: [
    `Your choice of ${benefit} was due to increase by one step${from ? ` on ${from}` : ''}. It has not increased, because we could not calculate its new price, or because it would have taken more from your pay than the law allows.`,
    'There is nothing to do. Your benefit continues as before, and My benefits shows it.',
  ],
}))

export const selectionMailKinds = [
  choiceConfirmedMail,
  changeConfirmedMail,
  awaitsApprovalMail,
  awaitsProviderMail,
  answersWantedMail,
  choiceApprovedMail,
  approvedAwaitsProviderMail,
  choiceRejectedMail,
  providerAnsweredMail,
  optedOutMail,
  optedOutWithinMonthMail,
  choiceWithdrawnMail,
  restWithdrawnMail,
  increaseAppliedMail,
  increaseNotAppliedMail,
]

function startsOn(from: string | null): string {
  return from ? ` and starts on ${from}` : ''
}

function mail(
  name: string,
  words: (about: SelectionMailFacts) => Pick<MailContent, 'subject' | 'paragraphs'>,
): MailKind<SelectionMailFacts> {
  return {
    name,
    write: (about) => ({
      ...words(about),
      button: { label: 'See it in My benefits', path: paths.benefit(about.benefitId) },
    }),
  }
}
