import { formMessages } from '../../contract/messages.ts'
import { notFound } from '../../contract/not-found.ts'
import { refuse } from '../../contract/refusals.ts'
import { handle, type Call, type Handler } from '../../platform/handle.ts'
import { lockAccount } from '../session/account.queries.ts'
import {
  enquiryIncomplete,
  readContactPage,
  sendEnquiry,
  tooManyEnquiries,
  type EnquiryFields,
} from './contact.contract.ts'
import { contactMessages } from './contact.messages.ts'
import { countEnquiries, insertEnquiry, readContact } from './enquiries.queries.ts'
import { enquiryLimits } from './limits.ts'

const HOUR = 3_600_000

export const contactHandlers: Handler[] = [
  handle(readContactPage, async ({ tx, clientId }) => {
    const page = await readContact(tx, clientId)
    if (!page) throw refuse(notFound)
    return page
  }),
  handle(sendEnquiry, send),
]

async function send({ tx, clientId, caller, body, now, audit }: Call<typeof sendEnquiry>) {
  const page = await readContact(tx, clientId)
  if (!page) throw refuse(notFound)
  const option = page.enquiryOptions.find(({ value }) => value === body.subject)
  const comments = body.comments.trim()
  const fields: EnquiryFields = {
    ...(!option && { _person_enq: contactMessages.subject }),
    ...(comments === '' && { _message: formMessages.required }),
  }
  if (!option || comments === '')
    throw refuse(enquiryIncomplete, { body: { status: 'error', fields, message: contactMessages.correct } })

  const { personId } = caller
  // Held, so that messages sent at once count each other.
  await lockAccount(tx, clientId, personId)
  const since = new Date(now.getTime() - HOUR)
  if ((await countEnquiries(tx, clientId, { personId, since })) >= enquiryLimits.perHour)
    throw refuse(tooManyEnquiries, { retryAfter: HOUR / 1000 })
  const id = await insertEnquiry(tx, clientId, {
    personId,
    subject: option.value,
    subjectLabel: option.label,
    comments,
    now,
  })
  audit({ enquiryId: id, subject: option.value })
  return { status: 'ok' as const, fields: {}, message: contactMessages.sent }
}
