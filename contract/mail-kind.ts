/** The variable data of a mail, stored encrypted until it is delivered. */
export type MailData = Readonly<Record<string, string | number | boolean | null>>

export type Reader = {
  firstName: string | null
  brand: string
  supportEmail: string
  /** Null without a number; the sentence about calling is then omitted. */
  supportNumber: string | null
}

export type Letter = {
  subject: string
  /** 'Dear …' by default; mails to a mailbox set their own. */
  greeting?: string
  paragraphs: readonly string[]
  /** One action: a portal path such as `paths.resetPassword()`, on the client's own host. */
  button?: { label: string; path: string }
  smallPrint?: readonly string[]
  replyTo?: { name: string; address: string }
}

/** A kind of mail. Its text is in the `.messages.ts` of the feature that sends it; server/mail-kinds.ts lists all kinds. */
export type MailKind<Data extends MailData = MailData> = {
  name: string
  write: (data: Data, reader: Reader) => Letter
  /** A mail not sent within this time is dropped, for example because its link has expired. */
  staleAfterMs?: number
}

export type AnyMailKind = Omit<MailKind, 'write'> & { write: (data: never, reader: Reader) => Letter }
