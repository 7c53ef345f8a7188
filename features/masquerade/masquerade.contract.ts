import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { personId, schemeYearId } from '../../contract/ids.ts'
import { notFound } from '../../contract/not-found.ts'
import { passwordInput } from '../../contract/password.ts'
import { refusal } from '../../contract/refusals.ts'
import { accountLocked, tooManySignIns } from '../../services/session/session.contract.ts'
import { loginMessages } from '../../services/session/session.messages.ts'
import { code, codeInvalid, tooManyCodes } from '../two-factor/two-factor.contract.ts'
import { magicLinkMessages } from './masquerade.messages.ts'

export const employerPasswordWrong = refusal('password-wrong', 422, loginMessages.password)
export const employerCodeNeeded = refusal('code-needed', 422, magicLinkMessages.codeNeeded)
export const noPasswordToAsk = refusal('no-password', 409, magicLinkMessages.noPassword)
export const cannotBeViewed = refusal('cannot-be-viewed', 403, magicLinkMessages.cannotBeViewed)

/** A77. Returns an address to view as employee `b` in year `a`: once, within a minute, in this browser (S-45). */
export const viewAsEmployee = endpoint('POST', 'masquerade/employer/{a}/{b}', {
  base: 'api',
  access: 'employer',
  inView: 'never',
  params: z.object({ a: schemeYearId, b: personId }),
  body: z.strictObject({ password: passwordInput, code: code.nullish() }),
  reply: z.object({ url: z.string().nullable(), error: z.string().nullable() }),
  refuses: [
    notFound,
    employerPasswordWrong,
    employerCodeNeeded,
    codeInvalid,
    tooManyCodes,
    noPasswordToAsk,
    cannotBeViewed,
    accountLocked,
    tooManySignIns,
  ],
  audit: 'masquerade.granted',
  ownTransactions: true,
})
