import { storedEmail } from '../../contract/email.ts'
import type { Kysely } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import { inClient, inSnapshot } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { actorOfCommand } from '../audit/operator.rules.ts'
import { findAccountsByEmail } from '../session/operator-commands.server.ts'
import { type Explained, explain } from './explanation.server.ts'

export type ExplanationRequest = {
  email: string
  code: string
  on?: IsoDate | undefined
  client?: string | undefined
  operator?: string | undefined
}

export type ExplanationResult =
  | { step: 'explained'; client: string; email: string; explained: Explained }
  | { step: 'nobody' }
  | { step: 'several'; clients: string[] }
  | { step: 'no-scheme'; client: string; on: IsoDate }
  | { step: 'no-benefit'; client: string; codes: string[] }

/** Reads everything from one snapshot. Returns only after the audit event is recorded. */
export async function explainToOperator(db: Kysely<Database>, asked: ExplanationRequest): Promise<ExplanationResult> {
  const email = storedEmail(asked.email)
  const found = await findAccountsByEmail(db, { email, client: asked.client })
  const [one, ...others] = found
  if (!one) return { step: 'nobody' }
  if (others.length > 0) return { step: 'several', clients: found.map(({ code }) => code) }

  const { clientId, code: client } = one
  const { personId } = one.account
  const { explanation, on } = await inSnapshot(db, clientId, async (tx, { today }) => {
    const day = asked.on ?? today
    return { explanation: await explain(tx, clientId, { personId, code: asked.code, on: day, today }), on: day }
  })
  if (explanation.step === 'no-scheme') return { step: 'no-scheme', client, on }
  if (explanation.step === 'no-benefit') return { ...explanation, client }

  await inClient(db, clientId, (tx, clock) =>
    appendAudit(tx, clientId, [
      {
        at: clock.now,
        actor: actorOfCommand(asked.operator),
        subject: personId,
        action: 'benefit.explained-to-operator',
        details: { benefit: asked.code, on },
      },
    ]),
  )
  return { step: 'explained', client, email, explained: explanation.explained }
}
