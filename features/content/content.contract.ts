import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { termsMessages } from '../../contract/messages.ts'
import { refusal } from '../../contract/refusals.ts'
import { newTermsMessages } from './content.messages.ts'

const policy = {
  base: 'v1',
  access: 'public',
  reply: z.object({ content: z.string(), revision: z.number().int() }),
} as const

/** A31, A32, A33: sanitised HTML, readable before login. */
export const readTerms = endpoint('GET', 'policies/terms-conditions', policy)
export const readPrivacyPolicy = endpoint('GET', 'policies/privacy-policy', policy)
export const readCookiePolicy = endpoint('GET', 'policies/our-cookie-policy', policy)

export const termsNotConfirmed = refusal('terms-not-confirmed', 422, termsMessages.required)
/** They were changed once more while somebody read them. */
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
  ...ofSiteTerms,
  /** `termsRevision` is the one that was shown: nobody accepts what they could not read. */
  body: z.strictObject({ termsAccepted: z.boolean(), termsRevision: z.number().int().optional() }),
  refuses: [termsNotConfirmed, termsChanged],
  audit: 'terms.accepted',
})

/** A30 */
export const listFaqs = endpoint('GET', 'cms-content/faqs', {
  base: 'v1',
  access: 'user',
  reply: z.array(z.object({ question: z.string(), answer: z.string(), category: z.string() })),
})
