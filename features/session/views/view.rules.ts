import type { View } from '../../../contract/caller.ts'

/** Details that every audit event of a view has, besides actor and subject (S-44). */
export function viewDetails({ grantId, grantedBy, schemeYear, reason }: View) {
  return { masquerade: grantId, grantedBy, schemeYear, reason }
}
