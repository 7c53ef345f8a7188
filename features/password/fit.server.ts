import { formMessages } from '../../contract/messages.ts'
import { passwordMessages } from '../../contract/password.messages.ts'
import { refuse, type Refused } from '../../contract/refusals.ts'
import { allMet, checksWithoutHistory } from './check.server.ts'
import { passwordMissing, passwordRulesUnmet, passwordsDiffer, type PasswordChecks } from './password.contract.ts'
import type { PasswordFacts } from './password.queries.ts'

/** Refuses what is wrong with a form that sets a password, as far as nothing slow is needed to say so. */
export function refuseUnfit<Body extends { password: string; password_confirmation: string }>(
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
  if (!allMet(checks)) throw unmet(checks)
  // Compared as it will be stored: two keyboards may write the same letter in two ways.
  if (body.password.normalize('NFC') !== body.password_confirmation.normalize('NFC'))
    throw refuse(passwordsDiffer, { errors: { password_confirmation: [passwordMessages.mismatch] } })
}

export function unmet(checks: PasswordChecks): Refused {
  return refuse(passwordRulesUnmet, { errors: { password: [passwordMessages.blocked] }, body: { checks } })
}
