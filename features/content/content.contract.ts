import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'

const policy = {
  base: 'v1',
  access: 'public',
  reply: z.object({ content: z.string(), revision: z.number().int() }),
} as const

/** A31, A32, A33: sanitised HTML, readable before login. */
export const readTerms = endpoint('GET', 'policies/terms-conditions', policy)
export const readPrivacyPolicy = endpoint('GET', 'policies/privacy-policy', policy)
export const readCookiePolicy = endpoint('GET', 'policies/our-cookie-policy', policy)

/** A30 */
export const listFaqs = endpoint('GET', 'cms-content/faqs', {
  base: 'v1',
  access: 'user',
  reply: z.array(z.object({ question: z.string(), answer: z.string(), category: z.string() })),
})
