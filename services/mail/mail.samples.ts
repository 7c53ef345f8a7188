import type { MailKind } from '../../contract/mail-kind.ts'

export const noticeSample: MailKind<{ about: string }> = {
  name: 'sample-notice',
  write: ({ about }) => ({ subject: `About ${about}`, paragraphs: [`Something has happened to ${about}.`] }),
}

export const linkSample: MailKind<{ path: string }> = {
  name: 'sample-link',
  write: ({ path }, { brand }) => ({
    subject: `Your link to ${brand}`,
    paragraphs: ['Here is the link that you asked for.', 'It works once.'],
    button: { label: 'Go on', path },
    smallPrint: ['If you did not ask for it, do nothing.'],
  }),
  staleAfterMs: 30 * 60_000,
}

export const wordsSample: MailKind<Record<string, never>> = {
  name: 'sample-words',
  write: (_, { brand }) => ({ subject: `News from ${brand}`, paragraphs: ['There are none.'] }),
}
