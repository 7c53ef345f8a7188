export type Mailbox = { name?: string; address: string }

/** A picture that travels inside the mail; its HTML names it as `cid:<id>`. */
export type MailPicture = { id: string; mediaType: string; bytes: Buffer }

export type OutgoingMail = {
  /** Stays the same however often the mail is tried, so that whoever gets it twice sees one. */
  messageId: string
  from: Mailbox
  to: Mailbox
  replyTo?: Mailbox | undefined
  subject: string
  text: string
  html: string
  pictures: readonly MailPicture[]
}

/** The way a mail leaves the house. */
export type MailTransport = {
  /** Resolves when the mail is taken over; throws a MailFault otherwise. The signal ends the try. */
  deliver: (mail: OutgoingMail, signal: AbortSignal) => Promise<void>
}

/** Why a mail could not be handed over: its message is ours, without an address and without what a server said. */
export class MailFault extends Error {
  /** The server is away, or takes nothing from us: every mail meets that. It does not take this one now; or never. */
  readonly kind: 'away' | 'later' | 'never'

  constructor(kind: MailFault['kind'], code: string) {
    super(code)
    this.name = 'MailFault'
    this.kind = kind
  }
}

/** A line break in the head of a mail would begin another field of it (S-69). */
export function refuseSecondLines({ messageId, from, to, replyTo, subject }: OutgoingMail): void {
  const boxes = [from, to, ...(replyTo ? [replyTo] : [])]
  const inHead = [messageId, subject, ...boxes.flatMap(({ name = '', address }) => [name, address])]
  if (inHead.some((text) => /\p{Cc}/u.test(text))) throw new MailFault('never', 'a control character in the head')
  if (boxes.some(({ address }) => !/^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/.test(address)))
    throw new MailFault('never', 'an address that is none')
}
