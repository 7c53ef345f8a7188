import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { inClient } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import type { ServerSecret } from '../../platform/key-ring.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { mailQueue } from '../../services/mail/mail.queries.ts'
import { lockAccount } from '../../services/session/account.queries.ts'
import { actorOfOperator } from '../audit/operator.rules.ts'
import { findAccountsByEmail } from '../session/operator-commands.server.ts'
import { disableTwoFactor } from './enable-two-factor.server.ts'
import { twoFactorResetMail } from './two-factor-mails.messages.ts'

export type ResetRequest = {
  email: string
  client?: string | undefined
  operator: string
  /** The second operator must also have checked the person's identity (S-23). */
  secondOperator: string
  reason: string
}

export type ResetResult =
  | { step: 'one-operator' }
  | { step: 'nobody' }
  | { step: 'several'; clients: string[] }
  | { step: 'off' | 'reset'; client: string }

export async function resetTwoFactor(
  db: Kysely<Database>,
  serverSecret: ServerSecret,
  { email, client: named, operator, secondOperator, reason }: ResetRequest,
): Promise<ResetResult> {
  if (operator.toLowerCase() === secondOperator.toLowerCase()) return { step: 'one-operator' }
  const found = await findAccountsByEmail(db, { email, client: named })
  const [one, ...others] = found
  if (!one) return { step: 'nobody' }
  if (others.length > 0) return { step: 'several', clients: found.map(({ code }) => code) }
  const { clientId, code: client, account } = one
  const { personId } = account
  return inClient(db, clientId, async (tx, { now }): Promise<ResetResult> => {
    const current = await lockAccount(tx, clientId, personId)
    if (!current?.hasTwoFactor) return { step: 'off', client }
    const event = await disableTwoFactor(tx, clientId, {
      personId,
      sessionId: null,
      reason,
      kind: twoFactorResetMail,
      mail: mailQueue(serverSecret),
      call: { requestId: randomUUID() },
      now: new Date(now),
    })
    await appendAudit(tx, clientId, [
      {
        ...event,
        actor: actorOfOperator(operator),
        action: 'two-factor.reset-by-operators',
        details: { ...event.details, secondOperator: actorOfOperator(secondOperator), reason },
      },
    ])
    return { step: 'reset', client }
  })
}
