import { CallFailed } from '../../contract/call-failed.ts'
import { forgotMessages, resetMessages } from './password.messages.ts'
import type { PasswordChecks } from './password.contract.ts'

export function linkRequestFailure(failure: unknown, otherwise: string): string {
  if (!(failure instanceof CallFailed)) return forgotMessages.unexpected
  const { status, body } = failure
  if (status === null) return forgotMessages.network
  return messagesIn(body, ['error']) ?? defaultMessage(body, otherwise)
}

type ResetRefused = {
  date?: string
  password?: string
  confirmation?: string
  banner?: string
  checks?: PasswordChecks
  goes?: 'back' | 'over'
}

export function resetFailure(failure: unknown, { wasLost }: { wasLost: boolean }): ResetRefused {
  if (!(failure instanceof CallFailed)) return { banner: forgotMessages.unexpected }
  const { status, code, body, fieldErrors } = failure
  if (status === null) return { banner: forgotMessages.network }
  if (status === 410 || status === 404) {
    return { goes: 'over', banner: wasLost ? resetMessages.perhapsSet : resetMessages.expired }
  }
  if (code === 'date-of-birth-first') return { goes: 'back', banner: resetMessages.confirmAgain }

  const [date] = fieldErrors['date_of_birth'] ?? []
  const [password] = fieldErrors['password'] ?? []
  const [confirmation] = fieldErrors['password_confirmation'] ?? []
  const fields = { ...(date && { date }), ...(password && { password }), ...(confirmation && { confirmation }) }
  // The contract declares this type.
  const checks = Array.isArray(body['checks']) && { checks: body['checks'] as PasswordChecks }
  const goes = date && password === undefined && { goes: 'back' as const }
  if (Object.keys(fields).length > 0) return { ...fields, ...checks, ...goes }
  return {
    banner: messagesIn(body, ['description', 'message']) ?? defaultMessage(body, resetMessages.failed),
    ...checks,
  }
}

function messagesIn(body: Readonly<Record<string, unknown>>, keys: readonly string[]): string | undefined {
  return keys.map((key) => body[key]).find((text): text is string => typeof text === 'string' && text !== '')
}

function defaultMessage(body: Readonly<Record<string, unknown>>, otherwise: string): string {
  if (body['errors'] !== undefined && body['errors'] !== null) return forgotMessages.validation
  return Object.keys(body).length === 0 ? forgotMessages.unexpected : otherwise
}
