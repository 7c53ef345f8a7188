export type MailData = Readonly<Record<string, string | number | boolean | null>>

export type Reader = {
  firstName: string | null
  brand: string
  supportEmail: string
  supportNumber: string | null
}

export type MailContent = {
  subject: string
  /** Default: 'Dear …' with the first name. */
  greeting?: string
  paragraphs: readonly string[]
  /** `path` is put on the client's own host. */
  button?: { label: string; path: string }
  /** A link below the small print. */
  secondLink?: { label: string; path: string }
  smallPrint?: readonly string[]
  replyTo?: { name: string; address: string }
}

/** A kind of mail. Its text is in the `.messages.ts` of the feature that sends it. */
export type MailKind<Data extends MailData = MailData> = {
  name: string
  write: (data: Data, reader: Reader) => MailContent
  /** A mail not sent within this time is dropped, for example because its link has expired. */
  staleAfterMs?: number
}

export type AnyMailKind = Omit<MailKind, 'write'> & { write: (data: never, reader: Reader) => MailContent }
