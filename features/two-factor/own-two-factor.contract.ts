import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { personId } from '../../contract/ids.ts'
import { notFound } from '../../contract/not-found.ts'
import { typedPassword } from '../../contract/password.ts'
import { refusal } from '../../contract/refusals.ts'
import { currentPasswordWrong } from '../password/password.contract.ts'
import { accountLocked, tooManySignIns } from '../session/session.contract.ts'
import { code, codeInvalid, tooManyCodes } from './code.contract.ts'
import { email, setUpChanged, setUpFields } from './two-factor.contract.ts'
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
/** Open to people who still owe a second factor or the terms. */
const settingUp = { ...ofOneself, beforeTerms: true, beforeTwoFactor: true } as const

/** A78: a new secret to set up. Who has one already proves it with a code of theirs. */
export const beginSetUp = endpoint('POST', 'v2/user/{id}/mfa', {
  inView: 'never',
  ...settingUp,
  body: z.strictObject({ code: code.nullish() }),
  /** Whoever comes from their provider alone has no password that the second pass could ask for. */
  reply: z.object({ url: z.string(), secret: z.string(), needsPassword: z.boolean(), error: z.null() }),
  refuses: [notFound, currentCodeNeeded, codeInvalid, tooManyCodes, accountLocked],
})

/** A79: both passes; the second asks for the password as well, and answers the recovery codes. */
export const setUpOwn = endpoint('POST', 'v2/user/{id}/mfa/validate', {
  inView: 'never',
  ...settingUp,
  body: z.strictObject({ ...setUpFields, email: email.nullish(), password: typedPassword.nullish() }),
  reply: z.object({ status: z.enum(['temporary', 'complete']), codes: z.array(z.string()), error: z.null() }),
  refuses: [notFound, codeInvalid, setUpChanged, currentPasswordWrong, accountLocked, tooManySignIns],
  audit: 'two-factor.enabled',
})

/** A78: off, for a reason and with a code. */
export const disable = endpoint('PATCH', 'v2/user/{id}/mfa', {
  inView: 'never',
  ...ofOneself,
  body: z.strictObject({ enabled: z.literal(false), reason: z.string().trim().max(1000), code }),
  reply: z.object({ status: z.literal('ok'), error: z.null() }),
  refuses: [notFound, reasonMissing, twoFactorEnforced, twoFactorOff, codeInvalid, tooManyCodes, accountLocked],
  audit: 'two-factor.disabled',
})

/** A85: ten codes in place of all earlier ones; the only time that they can be read. */
export const makeRecoveryCodes = endpoint('POST', 'v2/user/{id}/mfa/recovery-codes', {
  inView: 'never',
  ...ofOneself,
  body: z.strictObject({ code }),
  reply: z.object({ codes: z.array(z.string()) }),
  refuses: [notFound, twoFactorOff, codeInvalid, tooManyCodes, accountLocked],
  audit: 'two-factor.recovery-codes-made',
})
