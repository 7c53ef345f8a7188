import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { personId } from '../../contract/ids.ts'
import { notFound } from '../../contract/not-found.ts'
import { typedPassword } from '../../contract/password.ts'
import { refusal } from '../../contract/refusals.ts'
import { currentPasswordWrong } from '../password/password.contract.ts'
import { accountLocked, accountProblem, signInFailed, tokenReply, tooManySignIns } from '../session/session.contract.ts'
import { twoFactorMessages } from './two-factor.messages.ts'

export const codeInvalid = refusal('code-invalid', 422, twoFactorMessages.badCode)
export const tooManyCodes = refusal('too-many-codes', 429, twoFactorMessages.tooManyCodes)
/** One answer for a step between password and code that is missing, over, used up or somebody else's. */
export const challengeEnded = refusal('challenge-ended', 401, twoFactorMessages.ended)
/** The secret that was sent is not, or no longer, the one that the server gave (S-22). */
export const setUpChanged = refusal('set-up-changed', 422, twoFactorMessages.setUpChanged)
export const currentCodeNeeded = refusal('current-code-needed', 422, twoFactorMessages.currentCode)
export const reasonMissing = refusal('reason-missing', 422, twoFactorMessages.reasonRequired)
export const twoFactorEnforced = refusal('two-factor-enforced', 403, twoFactorMessages.enforced)
export const twoFactorOff = refusal('two-factor-off', 409, twoFactorMessages.alreadyOff)

/** Six digits of an app, or a recovery code. */
const code = z.string().trim().max(64)
const email = z.string().trim().max(254)
const deviceToken = z.string().max(128).nullish()

/** Which of two codes in a row, of different steps, proves that the app has the secret (TWOFA-11). */
const type = z.enum(['temporary', 'complete'])
const setUp = { code, type, secret: z.string().max(128), deviceToken }

/** A06: the code that a right password still owes; `password` takes the ticket in its place (D-03). */
export const signInByCode = endpoint('POST', '/login/mfa', {
  base: 'api',
  access: 'public',
  body: z.strictObject({ code, email, password: typedPassword, deviceToken }),
  reply: tokenReply,
  refuses: [challengeEnded, codeInvalid, tooManyCodes, signInFailed, accountLocked, accountProblem, tooManySignIns],
  audit: 'session.started',
  ownTransactions: true,
})

/** A80: setting up in the middle of a login. The last code logs in. */
export const setUpAtLogin = endpoint('POST', 'employee/mfa/validate/enforced', {
  base: 'v1',
  access: 'public',
  body: z.strictObject({ ...setUp, email: email.nullish(), password: typedPassword.nullish() }),
  reply: tokenReply,
  refuses: [challengeEnded, codeInvalid, setUpChanged, signInFailed, accountLocked, accountProblem, tooManySignIns],
  audit: 'two-factor.enabled',
  byCookie: true,
  ownTransactions: true,
})

const ofOneself = {
  base: 'api',
  access: 'user',
  params: z.object({ id: personId }),
  ownTransactions: true,
} as const
/** Open to who owes a second factor, whatever else they owe. */
const settingUp = { ...ofOneself, beforeTerms: true, beforeTwoFactor: true } as const

/** A78: a new secret to set up. Who has one already proves it with a code of theirs. */
export const beginSetUp = endpoint('POST', 'v2/user/{id}/mfa', {
  ...settingUp,
  body: z.strictObject({ code: code.nullish() }),
  reply: z.object({ url: z.string(), secret: z.string(), error: z.null() }),
  refuses: [notFound, currentCodeNeeded, codeInvalid, tooManyCodes, accountLocked],
})

/** A79: both passes; the second asks for the password as well. */
export const setUpOwn = endpoint('POST', 'v2/user/{id}/mfa/validate', {
  ...settingUp,
  body: z.strictObject({ ...setUp, email: email.nullish(), password: typedPassword.nullish() }),
  reply: z.object({ status: z.enum(['temporary', 'complete']), error: z.null() }),
  refuses: [notFound, codeInvalid, setUpChanged, currentPasswordWrong, accountLocked, tooManySignIns],
  audit: 'two-factor.enabled',
})

/** A78: off, for a reason and with a code. */
export const disable = endpoint('PATCH', 'v2/user/{id}/mfa', {
  ...ofOneself,
  body: z.strictObject({ enabled: z.literal(false), reason: z.string().trim().max(1000), code }),
  reply: z.object({ status: z.literal('ok'), error: z.null() }),
  refuses: [notFound, reasonMissing, twoFactorEnforced, twoFactorOff, codeInvalid, tooManyCodes, accountLocked],
  audit: 'two-factor.disabled',
})

/** A85: ten codes in place of all earlier ones; the only time that they can be read. */
export const makeRecoveryCodes = endpoint('POST', 'v2/user/{id}/mfa/recovery-codes', {
  ...ofOneself,
  body: z.strictObject({ code }),
  reply: z.object({ codes: z.array(z.string()) }),
  refuses: [notFound, twoFactorOff, codeInvalid, tooManyCodes, accountLocked],
  audit: 'two-factor.recovery-codes-made',
})
