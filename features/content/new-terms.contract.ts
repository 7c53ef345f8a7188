import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { termsMessages } from '../../contract/terms.messages.ts'
import { refusal } from '../../contract/refusals.ts'
import { newTermsMessages } from './new-terms.messages.ts'

export const termsNotConfirmed = refusal('terms-not-confirmed', 422, termsMessages.required)
/** The terms changed again while the person read them. */
export const termsChanged = refusal('terms-changed', 409, newTermsMessages.changed)

const ofSiteTerms = {
  base: 'v1',
  access: 'user',
  /** The revision that was accepted last, if any was, and the one that has to be. */
  reply: z.object({ termsRevision: z.number().int().nullable(), currentRevision: z.number().int() }),
  beforeTerms: true,
} as const

/** A12 */
export const readTermsState = endpoint('GET', '/user/policies', ofSiteTerms)
export const acceptTerms = endpoint('PATCH', '/user/policies', {
  inView: 'never',
  ...ofSiteTerms,
  /** `termsRevision` is the one that was shown: nobody accepts what they could not read. */
  body: z.strictObject({ termsAccepted: z.boolean(), termsRevision: z.number().int().optional() }),
  refuses: [termsNotConfirmed, termsChanged],
  audit: 'terms.accepted',
})
