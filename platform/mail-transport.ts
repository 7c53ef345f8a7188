export type Mailbox = { name?: string; address: string }

export type MailPicture = { id: string; mediaType: string; bytes: Buffer }

export type OutgoingMail = {
  /** Stays the same in each attempt, so that mail programs can drop duplicates. */
  messageId: string
  from: Mailbox
  to: Mailbox
  replyTo?: Mailbox | undefined
  subject: string
  text: string
  html: string
  pictures: readonly MailPicture[]
}

export type MailTransport = {
  /** Resolves once the server has accepted the mail. Throws a `MailFault` otherwise. The signal aborts the attempt. */
  deliver: (mail: OutgoingMail, signal: AbortSignal) => Promise<void>
}

/** The reason why a mail was not accepted. Its message contains no address and no text of the server. */
export class MailFault extends Error {
  /** 'away': the server accepts no mail. 'later' or 'never': it refuses this mail for now, or for good. */
  readonly kind: 'away' | 'later' | 'never'

  constructor(kind: MailFault['kind'], code: string) {
    super(code)
    this.name = 'MailFault'
    this.kind = kind
  }
}

/** Refuses control characters in headers: a line break would start another header field (S-69). */
export function refuseControlCharacters({ messageId, from, to, replyTo, subject }: OutgoingMail): void {
  const boxes = [from, to, ...(replyTo ? [replyTo] : [])]
  const inHead = [messageId, subject, ...boxes.flatMap(({ name = '', address }) => [name, address])]
  if (inHead.some((text) => /\p{Cc}/u.test(text))) throw new MailFault('never', 'a control character in a header')
  if (boxes.some(({ address }) => !/^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/.test(address)))
    throw new MailFault('never', 'an invalid address')
}
