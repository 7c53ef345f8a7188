import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { dobMessages } from '../../contract/date-of-birth.messages.ts'
import { linkTokenIn } from '../../contract/link-paths.ts'
import { formMessages } from '../../contract/messages.ts'
import { notFound } from '../../contract/not-found.ts'
import { passwordMessages } from '../../contract/password.messages.ts'
import { passwordInput } from '../../contract/password.ts'
import { refusal } from '../../contract/refusals.ts'
import { captchaFailed, captchaToken } from '../../services/session/captcha.contract.ts'
import { accountLocked, tooManySignIns } from '../../services/session/session.contract.ts'
import { resetMessages } from './password.messages.ts'
import { passwordRules } from '../../services/session/password.rules.ts'

/** One entry for each rule of the scheme, in order. `status` is true if the rule is met (FORM-35, DATA-32). */
const passwordChecks = z.array(z.object({ name: z.enum(passwordRules), status: z.boolean() }))
export type PasswordChecks = z.output<typeof passwordChecks>

export const currentPasswordWrong = refusal('current-password-wrong', 422, passwordMessages.currentWrong)
export const passwordRulesUnmet = refusal('password-rules-unmet', 422, passwordMessages.blocked)
export const passwordsDiffer = refusal('passwords-differ', 422, passwordMessages.mismatch)
export const passwordMissing = refusal('password-missing', 422, formMessages.required)
export const tooManyChecks = refusal('too-many-checks', 429, passwordMessages.tooManyChecks)

const linkToken = z.string().min(1).max(200).transform(linkTokenIn)

/** A23. Checks a new password for the caller, or for the holder of the link with this `token`. Changes nothing. */
export const checkPassword = endpoint('POST', 'password-reset/check', {
  inView: 'never',
  base: 'v1',
  access: 'public',
  orSignedIn: true,
  body: z.strictObject({ password: passwordInput, token: linkToken.optional() }),
  reply: z.object({ checks: passwordChecks }),
  refuses: [notFound, tooManyChecks, tooManySignIns],
  ownTransactions: true,
})

/** A25. Changes the password of the signed-in person and ends all their other sessions. */
export const changePassword = endpoint('POST', 'password', {
  inView: 'never',
  base: 'v1',
  access: 'user',
  body: z.strictObject({
    current_password: passwordInput,
    password: passwordInput,
    password_confirmation: passwordInput,
  }),
  reply: z.object({ status: z.literal('ok'), errors: z.null(), checks: passwordChecks }),
  refuses: [passwordMissing, passwordsDiffer, passwordRulesUnmet, currentPasswordWrong, accountLocked, tooManySignIns],
  audit: 'password.changed',
  ownTransactions: true,
})

export const invalidAddress = refusal('address-unfit', 422, formMessages.email)
/** Refusal after too many wrong dates of birth. The person may request another link, or wait a day (S-11). */
export const linkExpired = refusal('link-expired', 410, resetMessages.expired)
export const invalidDateOfBirth = refusal('date-of-birth-unfit', 422, dobMessages.invalid)
export const dateOfBirthWrong = refusal('date-of-birth-wrong', 422, dobMessages.mismatch)
/** The date of birth must have been confirmed in the same browser in the last 15 minutes. */
export const dateOfBirthNeeded = refusal('date-of-birth-first', 409, resetMessages.confirmAgain)

/** A date as dd/mm/yyyy. All other calls use yyyy-mm-dd (API-23). */
const typedDate = z.string().max(40)

/** A20. Sends a link to choose a new password by email. The reply is the same for unknown addresses (FORGOT-18, S-13). */
export const askForLink = endpoint('POST', 'forgot-password', {
  base: 'v1',
  access: 'public',
  body: z.strictObject({
    email: z.string().trim().max(254),
    recaptcha: captchaToken,
    /** Accepted but ignored: the server decides whether a captcha is needed (D-11). */
    isRecaptchaEnabled: z.boolean().nullish(),
  }),
  reply: z.object({ sent: z.literal(true), errors: z.null(), error: z.null() }),
  refuses: [invalidAddress, captchaFailed],
  audit: 'password.link-asked',
  ownTransactions: true,
})

/** A24. Returns whether the link of a mail is still valid. Changes nothing, because mail scanners open links too (S-10). */
export const validateLink = endpoint('POST', 'password-reset/{resetToken}', {
  base: 'v1',
  access: 'public',
  params: z.object({ resetToken: linkToken }),
  reply: z.object({ valid: z.boolean(), message: z.string().nullable(), error: z.string().nullable() }),
})

/** A22. Checks the date of birth for a link. If it is right, this browser can set the password for 15 minutes. */
export const verifyDateOfBirth = endpoint('POST', 'password-reset/dob', {
  base: 'v1',
  access: 'public',
  body: z.strictObject({ token: linkToken, date_of_birth: typedDate }),
  reply: z.object({
    verified: z.literal(true),
    error: z.null(),
    errors: z.null(),
    /** The scheme's password rules, as the sum of their bits (FORM-34). */
    passwordRules: z.int(),
  }),
  refuses: [notFound, linkExpired, invalidDateOfBirth, dateOfBirthWrong],
  audit: 'link.verified',
  ownTransactions: true,
})

/** A21. Sets the password with a link to activate or reset, without logging in. */
export const resetPassword = endpoint('POST', 'password-reset', {
  base: 'v1',
  access: 'public',
  body: z.strictObject({
    token: linkToken,
    date_of_birth: typedDate,
    password: passwordInput,
    password_confirmation: passwordInput,
  }),
  reply: z.object({
    reset: z.literal(true),
    /** Address at which the person continues; null for the login page. */
    redirectURL: z.string().nullable(),
    /** Origins outside the portal to which `redirectURL` may lead (S-63). */
    redirectOrigins: z.array(z.string()),
    errors: z.null(),
    checks: passwordChecks,
    message: z.string().nullable(),
    description: z.string().nullable(),
  }),
  refuses: [
    notFound,
    linkExpired,
    invalidDateOfBirth,
    dateOfBirthWrong,
    dateOfBirthNeeded,
    passwordMissing,
    passwordsDiffer,
    passwordRulesUnmet,
    tooManyChecks,
    tooManySignIns,
  ],
  audit: 'password.reset',
  ownTransactions: true,
})
