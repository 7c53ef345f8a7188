import { formMessages } from '../../contract/messages.ts'
import { passwordMessages } from '../../contract/password.messages.ts'
import { refuse, type Refused } from '../../contract/refusals.ts'
import { areAllMet, checksWithoutHistory } from './password-checks.server.ts'
import { passwordMissing, passwordRulesUnmet, passwordsDiffer, type PasswordChecks } from './password.contract.ts'
import type { PasswordFacts } from './password.queries.ts'

export function requireEligiblePassword<Body extends { password: string; password_confirmation: string }>(
  body: Body,
  facts: PasswordFacts,
  required: readonly (keyof Body & string)[],
): void {
  const missing = required.filter((field) => body[field] === '')
  if (missing.length > 0) {
    const errors = Object.fromEntries(missing.map((name) => [name, [formMessages.required]]))
    throw refuse(passwordMissing, { errors })
  }
  const checks = checksWithoutHistory(body.password, facts)
  if (!areAllMet(checks)) throw unmetRules(checks)
  // Compares in NFC, because devices encode the same letter differently.
  if (body.password.normalize('NFC') !== body.password_confirmation.normalize('NFC'))
    throw refuse(passwordsDiffer, { errors: { password_confirmation: [passwordMessages.mismatch] } })
}

export function unmetRules(checks: PasswordChecks): Refused {
  return refuse(passwordRulesUnmet, { errors: { password: [passwordMessages.blocked] }, body: { checks } })
}
