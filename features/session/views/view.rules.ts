import type { View } from '../../../contract/caller.ts'

/** In every audit event of a view, besides actor and subject (S-44). */
export function viewDetails({ grantId, grantedBy, schemeYear, reason }: View) {
  return { masquerade: grantId, grantedBy, schemeYear, reason }
}
