import { formMessages } from '../../contract/messages.ts'
import { notFound } from '../../contract/not-found.ts'
import { refuse } from '../../contract/refusals.ts'
import { handle, type Call, type Handler } from '../../platform/handle.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { mailQueue, type MailQueue } from '../../services/mail/mail.queries.ts'
import { lockAccount } from '../../services/session/account.queries.ts'
import {
  enquiryIncomplete,
  readContactPage,
  sendEnquiry,
  tooManyEnquiries,
  type EnquiryFields,
  enquiryLimits,
} from './contact.contract.ts'
import { contactMessages } from './contact.messages.ts'
import { countEnquiries, insertEnquiry, readContact, readEnquiryAddresses } from './enquiries.queries.ts'
import { newEnquiryMail } from './enquiry-mail.messages.ts'

const HOUR = 3_600_000

export function contactHandlers({ serverSecret, supportEmail }: AppContext): Handler[] {
  const mails = mailQueue(serverSecret)
  return [
    handle(readContactPage, async ({ tx, clientId }) => {
      const page = await readContact(tx, clientId)
      if (!page) throw refuse(notFound)
      return page
    }),
    handle(sendEnquiry, (call) => send(call, { mails, supportEmail })),
  ]
}

type ContactTools = { mails: MailQueue; supportEmail: string }

async function send(
  { tx, clientId, caller, body, now, audit }: Call<typeof sendEnquiry>,
  { mails, supportEmail }: ContactTools,
) {
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
  // Lock the account, so that messages sent in parallel cannot exceed the limit.
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
  const { sender, contactEmail } = await readEnquiryAddresses(tx, clientId, personId)
  await mails.queueMail(tx, clientId, {
    to: { address: contactEmail ?? supportEmail },
    kind: newEnquiryMail,
    data: { ...sender, subject: option.label, comments },
    cause: `enquiry ${id}`,
  })
  audit({ enquiryId: id, subject: option.value })
  return { status: 'ok' as const, fields: {}, message: contactMessages.sent }
}
