import type { Kysely } from 'kysely'
import type { ClientId } from '../../contract/ids.ts'
import { inClient } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import type { ServerSecret } from '../../platform/key-ring.ts'
import { MailFault, type MailTransport } from '../../platform/mail-transport.ts'
import { listClientsWithWork } from '../../platform/due-work.queries.ts'
import { claimDueMails, mailWork, recordDelivery, recordFailure, type ClaimedMail } from './due-mail.queries.ts'
import { mailLimits } from './limits.ts'
import { mailEncryption } from './mail.queries.ts'
import { retryAfter } from './retry.rules.ts'
import { readClientLooks, writeMail, type ClientLooks, type Sender } from './write-mail.server.ts'

/** Result of one attempt to deliver a mail, for the log. Contains no address and no content. */
export type DeliveryAttempt = {
  mailId: string
  clientId: ClientId
  kind: string
  attempts: number
  outcome: 'sent' | 'later' | 'given-up'
  error?: string
}

export type ClientFault = { clientId: ClientId; error: unknown }

export type MailDelivery = {
  db: Kysely<Database>
  serverSecret: ServerSecret
  sender: Sender
  transport: MailTransport
  onTried?: (tried: DeliveryAttempt) => void
  onFault: (fault: ClientFault) => void
}

/** Delivers due mails. No transaction is open while a mail is sent. All attempts of a mail have the same message id. */
export function mailDelivery({ db, serverSecret, sender, transport, onTried, onFault }: MailDelivery) {
  const sealed = mailEncryption(serverSecret)
  let isAway = false

  async function sendDue(leaving?: AbortSignal): Promise<void> {
    const faulty = new Set<ClientId>()
    const due = async () => (await listClientsWithWork(db, mailWork)).filter((clientId) => !faulty.has(clientId))
    for (let clients = await due(); clients.length > 0; clients = await due()) {
      for (const clientId of clients) {
        if (leaving?.aborted) return
        try {
          await sendSome(clientId)
        } catch (error) {
          faulty.add(clientId)
          onFault({ clientId, error })
        }
        if (isAway) return
      }
    }
  }

  async function sendSome(clientId: ClientId): Promise<void> {
    const { mails, looks } = await inClient(db, clientId, async (tx) => ({
      mails: await claimDueMails(tx, clientId, { atMost: isAway ? 1 : mailLimits.atOnce }),
      looks: await readClientLooks(tx, clientId, sender),
    }))
    const faults = await Promise.all(mails.map((mail) => sendOne(clientId, mail, looks)))
    if (mails.length > 0) isAway = faults.every((fault) => fault === 'away')
  }

  async function sendOne(
    clientId: ClientId,
    mail: ClaimedMail,
    looks: ClientLooks,
  ): Promise<MailFault['kind'] | undefined> {
    const { id, kind, attempts, ageMs } = mail
    const fault = await hand(clientId, mail, looks)
    const againInMs = fault && retryAfter({ fault: fault.kind, attempts, ageMs })
    await inClient(db, clientId, (tx) =>
      fault
        ? recordFailure(tx, clientId, { id, attempts, error: fault.message, againInMs: againInMs ?? null })
        : recordDelivery(tx, clientId, id),
    )
    const outcome = !fault ? 'sent' : againInMs === null ? 'given-up' : 'later'
    onTried?.({ mailId: id, clientId, kind, attempts, outcome, ...(fault && { error: fault.message }) })
    return fault?.kind
  }

  async function hand(clientId: ClientId, mail: ClaimedMail, looks: ClientLooks): Promise<MailFault | undefined> {
    const over = AbortSignal.timeout(mailLimits.sendWithinMs)
    try {
      await transport.deliver(writeMail(mail, looks, { sender, sealed }), over)
      return undefined
    } catch (error) {
      if (error instanceof MailFault) return error
      onFault({ clientId, error })
      return new MailFault('later', 'an internal error')
    }
  }

  return { sendDue }
}
