import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../platform/handle.ts'
import type { ServerSecret } from '../../platform/key-ring.ts'
import { mailQueue } from '../../services/mail/mail.queries.ts'
import { tokensOf } from '../../services/session/tokens.server.ts'
import { activationLinkMail, resetLinkMail } from './password-mails.messages.ts'
import { insertLink, type LinkKind } from './password-links.queries.ts'

export const activationMail = activationLinkMail.name

export type LinkSender = ReturnType<typeof linkSender>
export type LinkToSend = {
  personId: PersonId
  kind: LinkKind
  now: Date
  /** First word of the mail's cause, by which welcome emails are recognised. */
  because?: 'welcome'
}

export function linkSender(serverSecret: ServerSecret) {
  const tokens = tokensOf(serverSecret)
  const mails = mailQueue(serverSecret)

  return async (tx: Tx, clientId: ClientId, { personId, kind, now, because }: LinkToSend): Promise<void> => {
    const token = tokens.newLinkToken()
    const linkId = await insertLink(tx, clientId, {
      personId,
      kind,
      token: tokens.linkHash(clientId, token),
      now,
    })
    const mail = kind === 'reset' ? resetLinkMail : activationLinkMail
    const cause = `${because ?? 'link'} ${linkId}`
    await mails.queueMail(tx, clientId, { to: { personId }, kind: mail, data: { token }, cause })
  }
}
