import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { formMessages } from '../../contract/messages.ts'
import { notFound } from '../../contract/not-found.ts'
import { passwordMessages } from '../../contract/password.messages.ts'
import { typedPassword } from '../../contract/password.ts'
import { refusal } from '../../contract/refusals.ts'
import { accountLocked, tooManySignIns } from '../session/session.contract.ts'
import { passwordRules } from './password.rules.ts'

/** One entry for each rule that the scheme has, in their order; `status` is true when it is met (FORM-35, DATA-32). */
export const passwordChecks = z.array(z.object({ name: z.enum(passwordRules), status: z.boolean() }))
export type PasswordChecks = z.output<typeof passwordChecks>

export const currentPasswordWrong = refusal('current-password-wrong', 422, passwordMessages.currentWrong)
export const passwordRulesUnmet = refusal('password-rules-unmet', 422, passwordMessages.blocked)
export const passwordsDiffer = refusal('passwords-differ', 422, passwordMessages.mismatch)
export const passwordMissing = refusal('password-missing', 422, formMessages.required)
export const tooManyChecks = refusal('too-many-checks', 429, passwordMessages.tooManyChecks)

/** A23: with the token of a link for who has none but it, else for who is signed in. Changes nothing. */
export const checkPassword = endpoint('POST', 'password-reset/check', {
  base: 'v1',
  access: 'public',
  orSignedIn: true,
  body: z.strictObject({ password: typedPassword, token: z.string().min(1).max(200).optional() }),
  reply: z.object({ checks: passwordChecks }),
  refuses: [notFound, tooManyChecks, tooManySignIns],
  ownTransactions: true,
})

/** A25: ends every other session of the person. */
export const changePassword = endpoint('POST', 'password', {
  base: 'v1',
  access: 'user',
  body: z.strictObject({
    current_password: typedPassword,
    password: typedPassword,
    password_confirmation: typedPassword,
  }),
  reply: z.object({ status: z.literal('ok'), errors: z.null(), checks: passwordChecks }),
  refuses: [passwordMissing, passwordsDiffer, passwordRulesUnmet, currentPasswordWrong, accountLocked, tooManySignIns],
  audit: 'password.changed',
  ownTransactions: true,
})
