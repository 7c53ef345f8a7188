import { z } from 'zod'
import { isoMoment } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { clientId } from '../../contract/ids.ts'

export const auditPage = { usual: 50, most: 1000 } as const

/** SHA-256 in hexadecimal. */
const hash = z.string().length(64)
const count = z.number().int()

/**
 * One event of the client's chain. Read whole is what is done for all, and that views are granted, opened and ended by
 * operators. Of what else is done in a view or by an operator's command it is told that it was, when, by whom and to whom
 * (S-44), and not what. Of all else, as of what people do for themselves (their choices, family, health, logins) and of what
 * the portal does to choices, number and hashes alone are told (S-53).
 */
const auditEvent = z.object({
  sequence: count,
  at: isoMoment.nullable(),
  /** A user by id, `operator` and a name, or null for the portal itself and for commands that ask for no name. */
  actor: z.string().nullable(),
  subject: z.string().nullable(),
  /** Done in a view as somebody else, by an operator's command, or (null) neither, or not told. */
  through: z.enum(['view', 'operator']).nullable(),
  action: z.string().nullable(),
  /** The event as JSON, as hashed: `hash` is sha256 of `previousHash` and this text. Null: only the event's place is shown. */
  entry: z.string().nullable(),
  previousHash: hash,
  hash,
})
export type AuditEventView = z.output<typeof auditEvent>

/** A96: the client's events, the newest first, as far as employers are told of them. `head` is where the chain ends. */
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
