import { sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { transactionTime } from '../../database/transaction-time.ts'
import { clientRow } from '../../database/client-row.ts'

/** `content` is sanitised HTML. */
export type ContentPage = {
  kind: string
  position: number
  title: string
  content: string
  details: Record<string, unknown>
  revision: number
}

export async function replaceContent(
  tx: Tx,
  clientId: ClientId,
  { pages }: { pages: readonly ContentPage[] },
): Promise<number> {
  const written = await sql<{ kind: string }>`
    insert into content_page as known (client_id, kind, position, title, content, details, revision)
    select client.client_id, kind, position, title, content, details, revision
    from ${clientRow(clientId)}
    cross join jsonb_to_recordset(${JSON.stringify(pages)}::jsonb)
      as given(kind text, position integer, title text, content text, details jsonb, revision integer)
    on conflict (client_id, kind, position) do update
    set title = excluded.title, content = excluded.content, details = excluded.details, revision = excluded.revision
    where (known.title, known.content, known.details, known.revision)
      is distinct from (excluded.title, excluded.content, excluded.details, excluded.revision)
    returning known.kind
  `.execute(tx)
  const removed = await sql<{ kind: string }>`
    delete from content_page
    where client_id = ${clientId}
      and (kind, position) not in (
        select kind, position
        from jsonb_to_recordset(${JSON.stringify(pages)}::jsonb) as given(kind text, position integer)
      )
    returning kind
  `.execute(tx)
  return written.rows.length + removed.rows.length
}

export async function recordTermsAcceptances(
  tx: Tx,
  clientId: ClientId,
  {
    acceptances,
  }: {
    acceptances: readonly {
      personId: string
      revision: number
      acceptedAt?: string
    }[]
  },
): Promise<void> {
  await sql`
    insert into terms_acceptance (client_id, person_id, revision, accepted_at)
    select client.client_id, "personId", revision, coalesce("acceptedAt", ${transactionTime})
    from ${clientRow(clientId)}
    cross join jsonb_to_recordset(${JSON.stringify(acceptances)}::jsonb)
      as given("personId" uuid, revision integer, "acceptedAt" timestamptz)
    on conflict do nothing
  `.execute(tx)
}

/** Records that a person has accepted a revision of the terms. Returns false if this was recorded before. */
export async function recordTermsAcceptance(
  tx: Tx,
  clientId: ClientId,
  { personId, revision, now }: { personId: PersonId; revision: number; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('terms_acceptance')
    .values({ client_id: clientId, person_id: personId, revision, accepted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function readAcceptedRevision(
  tx: Tx,
  clientId: ClientId,
  { personId }: { personId: PersonId },
): Promise<{ termsRevision: number | null; currentRevision: number }> {
  return tx
    .selectFrom('client')
    .select((eb) => [
      'client.terms_revision as currentRevision',
      eb
        .selectFrom('terms_acceptance')
        .select(({ fn }) => fn.max('terms_acceptance.revision').as('revision'))
        .where('terms_acceptance.client_id', '=', clientId)
        .where('terms_acceptance.person_id', '=', personId)
        .as('termsRevision'),
    ])
    .where('client.client_id', '=', clientId)
    .executeTakeFirstOrThrow()
}

export type PolicyKind = 'terms' | 'policy' | 'cookie'

export async function readPolicyPage(
  tx: Tx,
  clientId: ClientId,
  { kind }: { kind: PolicyKind },
): Promise<{ content: string; revision: number } | undefined> {
  return tx
    .selectFrom('content_page')
    .select(['content', 'revision'])
    .where('client_id', '=', clientId)
    .where('kind', '=', kind)
    .orderBy('position')
    .executeTakeFirst()
}

export async function readFaqs(
  tx: Tx,
  clientId: ClientId,
): Promise<{ question: string; answer: string; category: string }[]> {
  const { rows } = await sql<{ question: string; answer: string; category: string }>`
    select title as question, content as answer, coalesce(details ->> 'category', 'General') as category
    from content_page
    where client_id = ${clientId}
      and kind = 'faqs'
    order by position
  `.execute(tx)
  return rows
}
