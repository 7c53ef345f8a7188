import { paths } from '../../contract/paths.ts'
import type { MailKind } from '../../contract/mail-kind.ts'

type WindowClosingFacts = {
  closesOn: string
  unfinished: boolean
}

/** Names no benefit, because an unconfirmed choice is private. */
export const windowClosingMail: MailKind<WindowClosingFacts> = {
  name: 'window-closing',
  write: ({ closesOn, unfinished }, { brand }) => ({
    subject: `Choose your benefits by ${closesOn}`,
    paragraphs: unfinished
      ? [
          `You have begun to choose benefits at ${brand} but have not finished. Your choices only count once you confirm them.`,
          `You can confirm until the end of ${closesOn}. Your entries so far are saved.`,
        ]
      : [
          `You can choose and change benefits at ${brand} until the end of ${closesOn}. You have not done so yet.`,
          'If you are happy with what you have, you do not need to do anything.',
        ],
    button: { label: unfinished ? 'Finish choosing' : 'See my benefits', path: paths.benefits() },
  }),
}
