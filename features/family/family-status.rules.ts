import { errorMessages } from '../../contract/messages.ts'

/** Result of saving a family member (FAMILY-16). */
export type FamilyStatus = 'success' | 'error' | { errorValue: string }

/** Returns the result of adding or editing a family member: only the status `ok` is a success (FAMILY-18). */
export function familyStatusOf({ status }: { status: string }): FamilyStatus {
  return status === 'ok' ? 'success' : 'error'
}

/** Returns the message for a result: a sentence of the server, or the generic message for `error` (FAMILY-20). */
export function familyStatusMessage(status: FamilyStatus | null): string | null {
  if (status === null || status === 'success') return null
  if (status === 'error' || status.errorValue === '') return errorMessages.retryLater
  return status.errorValue
}
