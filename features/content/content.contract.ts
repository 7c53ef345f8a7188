import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'

const policyReply = {
  base: 'v1',
  access: 'public',
  reply: z.object({ content: z.string(), revision: z.number().int() }),
} as const

/** A31. Returns the terms of the site as sanitised HTML. */
export const readTerms = endpoint('GET', 'policies/terms-conditions', policyReply)
/** A32. Returns the privacy policy as sanitised HTML. */
export const readPrivacyPolicy = endpoint('GET', 'policies/privacy-policy', policyReply)
/** A33. Returns the cookie policy as sanitised HTML. */
export const readCookiePolicy = endpoint('GET', 'policies/our-cookie-policy', policyReply)

/** A30. Returns the client's frequently asked questions with their answers. */
export const listFaqs = endpoint('GET', 'cms-content/faqs', {
  base: 'v1',
  access: 'user',
  reply: z.array(z.object({ question: z.string(), answer: z.string(), category: z.string() })),
})
