import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../platform/handle.ts'
import type { ServerSecret } from '../../platform/keys.ts'
import { mailQueue } from '../../services/mail/mail.queries.ts'
import { tokensOf } from '../../services/session/tokens.server.ts'
import { activationLinkMail, resetLinkMail } from './link-mails.ts'
import { insertLink, type LinkKind } from './password-links.queries.ts'

export const activationMail = activationLinkMail.name

export type LinkSender = ReturnType<typeof linkSender>
export type LinkTo = {
  personId: PersonId
  kind: LinkKind
  now: Date
  /** Part of the mail's cause. */
  because?: 'welcome'
}

/** Creates a link and queues its mail in the caller's transaction, for requests and invitations. */
export function linkSender(serverSecret: ServerSecret) {
  const tokens = tokensOf(serverSecret)
  const mails = mailQueue(serverSecret)

  return async (tx: Tx, clientId: ClientId, { personId, kind, now, because }: LinkTo): Promise<void> => {
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
