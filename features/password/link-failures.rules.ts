import { CallFailed } from '../../contract/call-failed.ts'
import { forgotMessages, resetMessages } from './password.messages.ts'
import type { PasswordChecks } from './password.contract.ts'

/** The sentence for a failed request: the server's own first (FORGOT-17), else `otherwise`. */
export function askFailureOf(failure: unknown, otherwise: string): string {
  if (!(failure instanceof CallFailed)) return forgotMessages.unexpected
  const { status, body } = failure
  if (status === null) return forgotMessages.network
  return saidIn(body, ['error']) ?? withoutWords(body, otherwise)
}

type ResetRefused = {
  date?: string
  password?: string
  confirmation?: string
  banner?: string
  checks?: PasswordChecks
  goes?: 'back' | 'over'
}

/** What a refused step of a link means (RESET-23 to RESET-25). */
export function resetFailureOf(failure: unknown): ResetRefused {
  if (!(failure instanceof CallFailed)) return { banner: forgotMessages.unexpected }
  const { status, code, body, fieldErrors } = failure
  if (status === null) return { banner: forgotMessages.network }
  // Used, over, or too many wrong dates: for the person it is the same.
  if (status === 410 || status === 404) return { goes: 'over', banner: resetMessages.expired }
  if (code === 'date-of-birth-first') return { goes: 'back', banner: resetMessages.confirmAgain }

  const [date] = fieldErrors['date_of_birth'] ?? []
  const [password] = fieldErrors['password'] ?? []
  const [confirmation] = fieldErrors['password_confirmation'] ?? []
  const fields = { ...(date && { date }), ...(password && { password }), ...(confirmation && { confirmation }) }
  // As the contract of this refusal declares it.
  const checks = Array.isArray(body['checks']) && { checks: body['checks'] as PasswordChecks }
  // A date that is wrong only now is shown where dates are typed.
  const goes = date && password === undefined && { goes: 'back' as const }
  if (Object.keys(fields).length > 0) return { ...fields, ...checks, ...goes }
  return { banner: saidIn(body, ['description', 'message']) ?? withoutWords(body, resetMessages.failed), ...checks }
}

function saidIn(body: Readonly<Record<string, unknown>>, keys: readonly string[]): string | undefined {
  return keys.map((key) => body[key]).find((text): text is string => typeof text === 'string' && text !== '')
}

/** An answer without a sentence: fields that say nothing, something else, or nothing that could be read at all. */
function withoutWords(body: Readonly<Record<string, unknown>>, otherwise: string): string {
  if (body['errors'] !== undefined && body['errors'] !== null) return forgotMessages.validation
  return Object.keys(body).length === 0 ? forgotMessages.unexpected : otherwise
}
