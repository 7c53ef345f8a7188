import type { ClientId } from '../contract/ids.ts'
import { notFound } from '../contract/not-found.ts'
import { refuse } from '../contract/refusals.ts'

/** Employer calls carry the caller's own client in their path (EMP-04); any other is answered as if it did not exist (EMP-05). */
export function requireOwnClient({ params, clientId }: { params: { id: string }; clientId: ClientId }): void {
  if (params.id.toLowerCase() !== clientId) throw refuse(notFound)
}
