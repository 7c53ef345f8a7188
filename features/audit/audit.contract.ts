import { z } from 'zod'
import { isoMoment } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { clientId } from '../../contract/ids.ts'

export const auditPage = { usual: 50, most: 1000 } as const

/** SHA-256 in hexadecimal. */
const hash = z.string().length(64)
const count = z.number().int()

/**
 * One event of the client's audit chain. Actions about the whole client, and the grant, start and end of an operator's
 * view, are complete. Other actions in a view or by an operator's command have only time, actor and subject (S-44). All
 * other events, such as choices and logins, have only number and hashes (S-53).
 */
const auditEvent = z.object({
  sequence: count,
  at: isoMoment.nullable(),
  /** Id of a user, or `operator` with a name. Null for the portal and for commands without a name. */
  actor: z.string().nullable(),
  subject: z.string().nullable(),
  /** How the actor acted for another person: in a `view`, or by an `operator` command. */
  through: z.enum(['view', 'operator']).nullable(),
  action: z.string().nullable(),
  /** The event as JSON. `hash` is sha256 of `previousHash` and this text. */
  entry: z.string().nullable(),
  previousHash: hash,
  hash,
})
export type AuditEventView = z.output<typeof auditEvent>

/** A96. Returns the client's audit events, the newest first. `head` is the newest event of the chain. */
export const readAudit = endpoint('GET', 'v2/client/{id}/audit', {
  base: 'api',
  access: 'employer',
  params: z.object({ id: clientId }),
  query: z.strictObject({
    page: z.coerce.number().int().min(1).max(1_000_000_000).default(1),
    range: z.coerce.number().int().min(1).max(auditPage.most).default(auditPage.usual),
  }),
  reply: z.object({
    head: z.object({ sequence: count, hash }),
    data: z.array(auditEvent),
    last_page: count,
    per_page: count,
    total: count,
  }),
})
