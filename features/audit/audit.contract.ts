import { z } from 'zod'
import { isoMoment } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { clientId } from '../../contract/ids.ts'

/** How many events a page has. */
export const auditPage = { usual: 50, most: 1000 } as const

/** SHA-256 in hexadecimal. */
const hash = z.string().length(64)
const count = z.number().int()

/**
 * One event of the client's chain. Of what people do for themselves (their choices, family, health, logins) its number and
 * hashes alone are told (S-53): the chain can be followed, and nobody reads there what an employee did.
 */
const auditEvent = z.object({
  sequence: count,
  at: isoMoment.nullable(),
  /** An employer user by id, `operator` and a name, or null for the portal itself. */
  actor: z.string().nullable(),
  subject: z.string().nullable(),
  action: z.string().nullable(),
  /** The event as JSON, exactly as it was hashed: `hash` is sha256 of the bytes of `previousHash` and of this text. */
  entry: z.string().nullable(),
  previousHash: hash,
  hash,
})
export type AuditEventView = z.output<typeof auditEvent>

/** A96: what the employer, operators and the portal did at the client, the newest first. `head` is where the chain ends. */
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
