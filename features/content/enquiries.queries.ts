import { z } from 'zod'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../platform/handle.ts'
import type { ContactPage } from './contact.contract.ts'

const options = z.array(z.object({ label: z.string(), value: z.string() })).catch([])

/** Returns undefined if the client has no contact page or has disabled it (CONTENT-03). */
export async function readContact(tx: Tx, clientId: ClientId): Promise<ContactPage | undefined> {
  const row = await tx
    .selectFrom('client')
    .innerJoin('content_page', 'content_page.client_id', 'client.client_id')
    .select(['client.switches', 'content_page.title', 'content_page.content', 'content_page.details'])
    .where('client.client_id', '=', clientId)
    .where('content_page.kind', '=', 'contact')
    .orderBy('content_page.position')
    .executeTakeFirst()
  if (row?.switches['contactUsEnabled'] !== true) return undefined
  return {
    enquiryOptions: options.parse(row.details['enquiryOptions']),
    pageContent: { name: row.title, content: row.content },
    error: null,
  }
}

export async function countEnquiries(
  tx: Tx,
  clientId: ClientId,
  { personId, since }: { personId: PersonId; since: Date },
): Promise<number> {
  const { count } = await tx
    .selectFrom('enquiry')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('client_id', '=', clientId)
    .where('person_id', '=', personId)
    .where('received_at', '>', since.toISOString())
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type NewEnquiry = { personId: PersonId; subject: string; subjectLabel: string; comments: string; now: Date }

export async function insertEnquiry(tx: Tx, clientId: ClientId, enquiry: NewEnquiry): Promise<string> {
  const { id } = await tx
    .insertInto('enquiry')
    .values({
      client_id: clientId,
      person_id: enquiry.personId,
      subject: enquiry.subject,
      subject_label: enquiry.subjectLabel,
      comments: enquiry.comments,
      received_at: enquiry.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type EnquiryAddresses = {
  /** The sender's data come from the account. The form's own fields about the sender are not used. */
  sender: { senderName: string; senderEmail: string; company: string }
  contactEmail: string | null
}

export async function readEnquiryAddresses(tx: Tx, clientId: ClientId, personId: PersonId): Promise<EnquiryAddresses> {
  const row = await tx
    .selectFrom('account')
    .innerJoin('client', 'client.client_id', 'account.client_id')
    .leftJoin('person_details', (join) =>
      join
        .onRef('person_details.client_id', '=', 'account.client_id')
        .onRef('person_details.person_id', '=', 'account.person_id'),
    )
    .select([
      'account.email',
      'client.name as company',
      'client.support',
      'person_details.first_name',
      'person_details.surname',
    ])
    .where('account.client_id', '=', clientId)
    .where('account.person_id', '=', personId)
    .executeTakeFirstOrThrow()
  const name = [row.first_name, row.surname].filter(Boolean).join(' ')
  return {
    sender: { senderName: name || row.email, senderEmail: row.email, company: row.company },
    contactEmail: row.support.contactUsEmail || row.support.email || null,
  }
}
