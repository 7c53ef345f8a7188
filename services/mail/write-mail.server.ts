import type { ClientId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { MailFault, type MailPicture, type OutgoingMail } from '../../platform/mail-transport.ts'
import type { ValueEncryption } from '../../platform/encryption.ts'
import { readFirstSite } from '../session/client.queries.ts'
import { readPicture } from '../theme/pictures.queries.ts'
import { readSenderEmail, readThemeReply } from '../theme/theme.queries.ts'
import { themeFrom, type Theme, type ThemeDefaults } from '../theme/theme.rules.ts'
import type { ClaimedMail } from './due-mail.queries.ts'
import { renderMail, type MailLook } from './render-mail.server.ts'
import type { AnyMailKind } from '../../contract/mail-kind.ts'

export type Sender = {
  kinds: readonly AnyMailKind[]
  from: { address: string; name?: string }
  themeDefaults: ThemeDefaults
  originOf: (site: string) => string
}

export type ClientLooks = {
  theme: Theme
  origin: string
  logo: MailPicture | null
  senderEmail: string | null
}

export async function readClientLooks(tx: Tx, clientId: ClientId, sender: Sender): Promise<ClientLooks> {
  const theme = themeFrom(await readThemeReply(tx, clientId), sender.themeDefaults)
  return {
    theme,
    origin: sender.originOf(await readFirstSite(tx, clientId)),
    logo: await readLogo(tx, clientId, theme.clientLogo),
    senderEmail: await readSenderEmail(tx, clientId),
  }
}

/** Null for SVG, which few mail programs show: the mail then shows the brand's name. */
async function readLogo(tx: Tx, clientId: ClientId, address: string | null): Promise<MailPicture | null> {
  const hash = address?.split('/').at(-1)
  const picture = hash && (await readPicture(tx, clientId, hash))
  if (!picture || !['image/png', 'image/jpeg'].includes(picture.media_type)) return null
  return picture.bytes.length > largestLogo ? null : { id: 'logo', mediaType: picture.media_type, bytes: picture.bytes }
}

const largestLogo = 100_000

/** Writes and renders a mail. Throws a MailFault if this mail can never be sent. */
export function writeMail(mail: ClaimedMail, looks: ClientLooks, { sender, sealed }: MailWriter): OutgoingMail {
  const kind = sender.kinds.find(({ name }) => name === mail.kind)
  if (!kind) throw new MailFault('never', `no kind ${mail.kind}`)
  if (!mail.address) throw new MailFault('never', 'no address')
  if (kind.staleAfterMs !== undefined && mail.ageMs > kind.staleAfterMs) throw new MailFault('never', 'stale')
  const { theme, origin, logo, senderEmail } = looks
  const reader = {
    firstName: mail.firstName,
    brand: theme.brand,
    supportEmail: theme.supportEmail,
    supportNumber: theme.supportNumber,
  }
  const dressing = { reader, theme, logo: logo && logo.id, origin }
  const { letter, text, html } = written(kind, { mail, dressing, sealed })
  const name = [mail.firstName, mail.surname].filter(Boolean).join(' ')
  return {
    messageId: `<${mail.id}@${new URL(origin).hostname}>`,
    from: { name: sender.from.name ?? theme.brand, address: senderEmail ?? sender.from.address },
    to: { ...(name && { name }), address: mail.address },
    replyTo: letter.replyTo ?? { name: theme.brand, address: theme.supportEmail },
    subject: letter.subject,
    text,
    html,
    pictures: logo ? [logo] : [],
  }
}

export type MailWriter = { sender: Sender; sealed: ValueEncryption }

type Opening = { mail: ClaimedMail; dressing: MailLook; sealed: ValueEncryption }

function written(kind: AnyMailKind, { mail, dressing, sealed }: Opening) {
  try {
    // The row was encrypted for this kind, so the data has its type.
    const data = (mail.data === null ? {} : JSON.parse(sealed.open(mail.data, mail.id))) as never
    const letter = kind.write(data, dressing.reader)
    return { letter, ...renderMail(letter, dressing) }
  } catch {
    // The original error may quote the mail.
    throw new MailFault('never', 'cannot be written')
  }
}
