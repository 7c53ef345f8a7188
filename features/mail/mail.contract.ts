/** What a mail says beside its fixed words; kept sealed until it is delivered. */
export type MailData = Readonly<Record<string, string | number | boolean | null>>

/** For whom a mail is written: the words of their client, and their name where it goes to a person. */
export type Reader = {
  firstName: string | null
  brand: string
  supportEmail: string
  /** Null where there is none: the sentence about calling is left out. */
  supportNumber: string | null
}

/** One mail as its area writes it; the portal makes a themed page and plain text of it. */
export type Letter = {
  subject: string
  /** 'Dear …' by default; a mail to a mailbox has none. */
  greeting?: string
  paragraphs: readonly string[]
  /** One thing to do: a path of the portal such as `paths.resetPassword()`, on the client's own host. */
  button?: { label: string; path: string }
  smallPrint?: readonly string[]
  /** Whom an answer reaches, where that is not the client's support. */
  replyTo?: { name: string; address: string }
}

/** A kind of mail. Its words stand in the `.messages.ts` of the area that sends it; server/mail-kinds.ts lists it. */
export type MailKind<Data extends MailData = MailData> = {
  /** Stored with each mail, as in 'reset-link'. */
  name: string
  write: (data: Data, reader: Reader) => Letter
  /** A mail that could not be sent by then is worth nothing any more, such as a link that has run out. */
  staleAfterMs?: number
}

/** Any kind, for lists of all of them. The name leads back from a stored mail to the kind that has sealed its data. */
export type AnyMailKind = Omit<MailKind, 'write'> & { write: (data: never, reader: Reader) => Letter }
