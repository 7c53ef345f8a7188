import { errorMessages } from '../../contract/messages.ts'

/** What became of a family member who was sent: kept, or an error value (FAMILY-16). */
export type FamilyStatus = 'success' | 'error' | { errorValue: string }

/** The answer of an add or an edit: only `ok` is a success, anything else an error (FAMILY-18). */
export function statusOf({ status }: { status: string }): FamilyStatus {
  return status === 'ok' ? 'success' : 'error'
}

/** The sentence of a status: the error value where it is text, and the generic one for a plain error (FAMILY-20). */
export function sentenceOf(status: FamilyStatus | null): string | null {
  if (status === null || status === 'success') return null
  if (status === 'error' || status.errorValue === '') return errorMessages.retryLater
  return status.errorValue
}
