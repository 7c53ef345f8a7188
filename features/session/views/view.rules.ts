import type { View } from '../../../contract/caller.ts'

/** What every event of a view says beside who did it and whom it concerns (S-44). */
export function viewDetails({ grantId, grantedBy, schemeYear, reason }: View) {
  return { masquerade: grantId, grantedBy, schemeYear, reason }
}
