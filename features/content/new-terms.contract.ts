import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { termsMessages } from '../../contract/terms.messages.ts'
import { refusal } from '../../contract/refusals.ts'
import { newTermsMessages } from './new-terms.messages.ts'

export const termsNotConfirmed = refusal('terms-not-confirmed', 422, termsMessages.required)
export const termsChanged = refusal('terms-changed', 409, newTermsMessages.changed)

const ofSiteTerms = {
  base: 'v1',
  access: 'user',
  /** The revision that the person accepted last, and the current one. */
  reply: z.object({ termsRevision: z.number().int().nullable(), currentRevision: z.number().int() }),
  beforeTerms: true,
} as const

/** A12. Returns the revision of the site terms that the person accepted last, and the current one. */
export const readTermsState = endpoint('GET', '/user/policies', ofSiteTerms)
/** A12. Accepts the site's terms. */
export const acceptTerms = endpoint('PATCH', '/user/policies', {
  inView: 'never',
  ...ofSiteTerms,
  /** The revision that the screen showed. If it is no longer current, the call is refused with status 409. */
  body: z.strictObject({ termsAccepted: z.boolean(), termsRevision: z.number().int().optional() }),
  refuses: [termsNotConfirmed, termsChanged],
  audit: 'terms.accepted',
})
