import { errorMessages } from '../../contract/messages.ts'

/** FAMILY-16. */
export type FamilyStatus = 'success' | 'error' | { errorValue: string }

/** Returns the status of an add or an edit: only `ok` is a success, anything else an error (FAMILY-18). */
export function familyStatusOf({ status }: { status: string }): FamilyStatus {
  return status === 'ok' ? 'success' : 'error'
}

/** Returns a status's message: the error value if it is text, and the generic message for a plain error (FAMILY-20). */
export function familyStatusMessage(status: FamilyStatus | null): string | null {
  if (status === null || status === 'success') return null
  if (status === 'error' || status.errorValue === '') return errorMessages.retryLater
  return status.errorValue
}
