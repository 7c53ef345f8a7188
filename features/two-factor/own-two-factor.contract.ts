import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { personId } from '../../contract/ids.ts'
import { notFound } from '../../contract/not-found.ts'
import { passwordInput } from '../../contract/password.ts'
import { refusal } from '../../contract/refusals.ts'
import { currentPasswordWrong } from '../password/password.contract.ts'
import { accountLocked, tooManySignIns } from '../../services/session/session.contract.ts'
import { email, setUpChanged, setUpFields, code, codeInvalid, tooManyCodes } from './two-factor.contract.ts'
import { ownMessages } from './own-two-factor.messages.ts'

export const currentCodeNeeded = refusal('current-code-needed', 422, ownMessages.currentCode)
export const reasonMissing = refusal('reason-missing', 422, ownMessages.reasonRequired)
export const twoFactorEnforced = refusal('two-factor-enforced', 403, ownMessages.enforced)
export const twoFactorOff = refusal('two-factor-off', 409, ownMessages.alreadyOff)

const ofOneself = {
  base: 'api',
  access: 'user',
  params: z.object({ id: personId }),
  ownTransactions: true,
} as const
/** Allowed before a required second factor is set up and before the terms are accepted. */
const settingUp = { ...ofOneself, beforeTerms: true, beforeTwoFactor: true } as const

/** A78. Returns a new secret to set up. If a second factor is on, a code from it is required. */
export const beginSetUp = endpoint('POST', 'v2/user/{id}/mfa', {
  inView: 'never',
  ...settingUp,
  body: z.strictObject({ code: code.nullish() }),
  /** `needsPassword` is false for single sign-on only; the second step then needs no password. */
  reply: z.object({ url: z.string(), secret: z.string(), needsPassword: z.boolean(), error: z.null() }),
  refuses: [notFound, currentCodeNeeded, codeInvalid, tooManyCodes, accountLocked],
})

/** A79. Both steps of the set-up (`type`). The second one also requires the password, and returns the recovery codes. */
export const setUpOwn = endpoint('POST', 'v2/user/{id}/mfa/validate', {
  inView: 'never',
  ...settingUp,
  body: z.strictObject({ ...setUpFields, email: email.nullish(), password: passwordInput.nullish() }),
  reply: z.object({ status: z.enum(['temporary', 'complete']), codes: z.array(z.string()), error: z.null() }),
  refuses: [notFound, codeInvalid, setUpChanged, currentPasswordWrong, accountLocked, tooManySignIns],
  audit: 'two-factor.enabled',
})

/** A78. Switches two-factor authentication off, with a reason and a code. */
export const disable = endpoint('PATCH', 'v2/user/{id}/mfa', {
  inView: 'never',
  ...ofOneself,
  body: z.strictObject({ enabled: z.literal(false), reason: z.string().trim().max(1000), code }),
  reply: z.object({ status: z.literal('ok'), error: z.null() }),
  refuses: [notFound, reasonMissing, twoFactorEnforced, twoFactorOff, codeInvalid, tooManyCodes, accountLocked],
  audit: 'two-factor.disabled',
})

/** A85. Replaces all recovery codes by ten new ones. They are returned only here. */
export const makeRecoveryCodes = endpoint('POST', 'v2/user/{id}/mfa/recovery-codes', {
  inView: 'never',
  ...ofOneself,
  body: z.strictObject({ code }),
  reply: z.object({ codes: z.array(z.string()) }),
  refuses: [notFound, twoFactorOff, codeInvalid, tooManyCodes, accountLocked],
  audit: 'two-factor.recovery-codes-made',
})
