import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { notFound } from '../../contract/not-found.ts'
import { refusal } from '../../contract/refusals.ts'
import { contactMessages } from './contact.messages.ts'

export const enquiryLimits = { perHour: 10, longestComments: 5000 } as const

export const enquiryIncomplete = refusal('enquiry-incomplete', 422, contactMessages.correct)
export const tooManyEnquiries = refusal('too-many-enquiries', 429, contactMessages.tooMany)

/** Errors by field: `_person_enq` is the subject, `_message` the comments (CONTENT-12 to CONTENT-14). */
export type EnquiryFields = { _person_enq?: string; _message?: string }

const contactPage = z.object({
  enquiryOptions: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Sanitised HTML. */
  pageContent: z.object({ name: z.string(), content: z.string() }),
  error: z.string().nullable(),
})
export type ContactPage = z.output<typeof contactPage>

/** A29. Returns the client's contact page; not found if the client has none. */
export const readContactPage = endpoint('GET', 'cms-content/contact', {
  base: 'v1',
  access: 'user',
  reply: contactPage,
  refuses: [notFound],
})

// Names and addresses become mail headers, where a line break would start another field (S-69).
const line = z
  .string()
  .max(300)
  .regex(/^[^\p{Cc}]*$/u, 'Please enter a single line')

/** A29. Sends the caller's enquiry to the client. Ignores `email`, `firstName`, `surname` and `company`. */
export const sendEnquiry = endpoint('POST', 'cms-content/contact', {
  inView: 'operator',
  base: 'v1',
  access: 'user',
  body: z.strictObject({
    subject: line,
    comments: z.string().max(enquiryLimits.longestComments),
    email: line,
    firstName: line,
    surname: line,
    company: line,
  }),
  reply: z.object({
    status: z.literal('ok'),
    fields: z.object({ _person_enq: z.string().optional(), _message: z.string().optional() }),
    message: z.string(),
  }),
  refuses: [notFound, enquiryIncomplete, tooManyEnquiries],
  audit: 'enquiry.sent',
})
