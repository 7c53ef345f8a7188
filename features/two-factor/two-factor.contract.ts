import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { passwordInput } from '../../contract/password.ts'
import { refusal } from '../../contract/refusals.ts'
import {
  accountLocked,
  accountProblem,
  signInFailed,
  tokenReply,
  tooManySignIns,
} from '../../services/session/session.contract.ts'
import { codeRefusals } from './code-refusals.messages.ts'

/** Six digits from an authenticator app, or a recovery code. */
export const code = z.string().trim().max(64)

export const codeInvalid = refusal('code-invalid', 422, codeRefusals.badCode)

export const tooManyCodes = refusal('too-many-codes', 429, codeRefusals.tooManyCodes)

/** The challenge is missing, expired, used up or another browser's (S-19). */
export const challengeEnded = refusal('challenge-ended', 401, codeRefusals.ended)
/** The secret has expired, or is not the one that the server issued (S-22). */
export const setUpChanged = refusal('set-up-changed', 422, codeRefusals.setUpChanged)

export const email = z.string().trim().max(254)
const deviceToken = z.string().max(128).nullish()

/** `temporary`: the first code. `complete`: the second, which proves that the app has the secret (TWOFA-11). */
const type = z.enum(['temporary', 'complete'])
export const setUpFields = { code, type, secret: z.string().max(128), deviceToken }

/** A06. Completes a login with a code. Send the `ticket` of the login as `password` (D-03). */
export const signInByCode = endpoint('POST', '/login/mfa', {
  base: 'api',
  access: 'public',
  body: z.strictObject({ code, email, password: passwordInput, deviceToken }),
  reply: tokenReply,
  refuses: [challengeEnded, codeInvalid, tooManyCodes, signInFailed, accountLocked, accountProblem, tooManySignIns],
  audit: 'session.started',
  byCookie: true,
  ownTransactions: true,
})

/** A80. Sets up a required second factor during a login. The second code completes the login. */
export const setUpAtLogin = endpoint('POST', 'employee/mfa/validate/enforced', {
  base: 'v1',
  access: 'public',
  body: z.strictObject({ ...setUpFields, email: email.nullish(), password: passwordInput.nullish() }),
  reply: tokenReply,
  refuses: [challengeEnded, codeInvalid, setUpChanged, signInFailed, accountLocked, accountProblem, tooManySignIns],
  audit: 'two-factor.enabled',
  byCookie: true,
  ownTransactions: true,
})
