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
/** Also allowed before the terms are accepted, and before a required second factor is set up. */
const settingUp = { ...ofOneself, beforeTerms: true, beforeTwoFactor: true } as const

/** A78. Returns a new secret to set up. If two-factor authentication is already on, one of its codes is required. */
export const beginSetUp = endpoint('POST', 'v2/user/{id}/mfa', {
  inView: 'never',
  ...settingUp,
  body: z.strictObject({ code: code.nullish() }),
  /** `needsPassword` is false for people who log in by single sign-on only. The second step then needs no password. */
  reply: z.object({ url: z.string(), secret: z.string(), needsPassword: z.boolean(), error: z.null() }),
  refuses: [notFound, currentCodeNeeded, codeInvalid, tooManyCodes, accountLocked],
})

/** A79. Sets up two-factor authentication. The second step (`type`) needs the password, and returns recovery codes. */
export const setUpOwn = endpoint('POST', 'v2/user/{id}/mfa/validate', {
  inView: 'never',
  ...settingUp,
  body: z.strictObject({ ...setUpFields, email: email.nullish(), password: passwordInput.nullish() }),
  reply: z.object({ status: z.enum(['temporary', 'complete']), codes: z.array(z.string()), error: z.null() }),
  refuses: [notFound, codeInvalid, setUpChanged, currentPasswordWrong, accountLocked, tooManySignIns],
  audit: 'two-factor.enabled',
})

/** A78. Switches two-factor authentication off. Requires a reason and a code. */
export const disable = endpoint('PATCH', 'v2/user/{id}/mfa', {
  inView: 'never',
  ...ofOneself,
  body: z.strictObject({ enabled: z.literal(false), reason: z.string().trim().max(1000), code }),
  reply: z.object({ status: z.literal('ok'), error: z.null() }),
  refuses: [notFound, reasonMissing, twoFactorEnforced, twoFactorOff, codeInvalid, tooManyCodes, accountLocked],
  audit: 'two-factor.disabled',
})

/** A85. Replaces all recovery codes by ten new codes. No other call returns the codes. */
export const makeRecoveryCodes = endpoint('POST', 'v2/user/{id}/mfa/recovery-codes', {
  inView: 'never',
  ...ofOneself,
  body: z.strictObject({ code }),
  reply: z.object({ codes: z.array(z.string()) }),
  refuses: [notFound, twoFactorOff, codeInvalid, tooManyCodes, accountLocked],
  audit: 'two-factor.recovery-codes-made',
})
