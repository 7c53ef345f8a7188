import type { ClientId } from '../contract/ids.ts'
import { notFound } from '../contract/not-found.ts'
import { refuse } from '../contract/refusals.ts'

/** Requires that the path names the caller's own client (EMP-04). Another client is refused as not found (EMP-05). */
export function requireOwnClient({ params, clientId }: { params: { id: string }; clientId: ClientId }): void {
  if (params.id.toLowerCase() !== clientId) throw refuse(notFound)
}
