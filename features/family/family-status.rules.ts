import { errorMessages } from '../../contract/messages.ts'

export type FamilyStatus = 'success' | 'error' | { errorValue: string }

export function familyStatusOf({ status }: { status: string }): FamilyStatus {
  return status === 'ok' ? 'success' : 'error'
}

export function familyStatusMessage(status: FamilyStatus | null): string | null {
  if (status === null || status === 'success') return null
  if (status === 'error' || status.errorValue === '') return errorMessages.retryLater
  return status.errorValue
}
