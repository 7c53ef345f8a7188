import type { ClientId } from '../contract/ids.ts'
import { notFound } from '../contract/not-found.ts'
import { refuse } from '../contract/refusals.ts'

/** Requires the caller's own client in the path of employer calls (EMP-04); any other is answered as not found (EMP-05). */
export function requireOwnClient({ params, clientId }: { params: { id: string }; clientId: ClientId }): void {
  if (params.id.toLowerCase() !== clientId) throw refuse(notFound)
}
