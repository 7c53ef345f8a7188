import { sql } from 'kysely'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { hasDied } from '../session/standing.queries.ts'

export type Match = {
  personId: PersonId
  /** False for an account that an undone upload opened: that person counts as a joiner again. */
  isKnown: boolean
}

/** Returns accounts by email. */
export async function matchesOf(
  tx: Tx,
  clientId: ClientId,
  { emails }: { emails: readonly string[] },
): Promise<Map<string, Match>> {
  const { rows } = await sql<Match & { email: string }>`
    select
      account.email,
      account.person_id as "personId",
      not (
        account.state = 'disabled'
        and account.activated_at is null
        and exists (
          select
          from upload_person as brought
          join upload on upload.client_id = ${clientId} and upload.id = brought.upload_id
          where brought.client_id = ${clientId}
            and brought.person_id = account.person_id
            and brought.kind = 'new'
            and not brought.kept_at_undo
            and upload.status = 'undone'
        )
      ) as "isKnown"
    from account
    where account.client_id = ${clientId}
      and account.email = any(${[...emails]}::text[])
    order by account.email
  `.execute(tx)
  return new Map(rows.map(({ email, ...match }) => [email, match]))
}

type MatchedRow = {
  line: number
  personId: PersonId | null
  number: string
  since: string
  leavingReason: string
  /** Null if the file has no such column. */
  lastDay: string | null
}

/** Creates a temporary table of the file's rows, each with the person who has its email, for checks of all rows at once. */
export async function createMatchedRows(tx: Tx): Promise<void> {
  await sql`
    create temporary table matched_row (
      line integer, person_id uuid, number text, since text, leaving_reason text, last_day text
    ) on commit drop
  `.execute(tx)
}

export async function keepMatchedRows(tx: Tx, rows: readonly MatchedRow[]): Promise<void> {
  await sql`
    insert into matched_row (line, person_id, number, since, leaving_reason, last_day)
    select *
    from unnest(
      ${rows.map(({ line }) => line)}::integer[],
      ${rows.map(({ personId }) => personId)}::uuid[],
      ${rows.map(({ number }) => number)}::text[],
      ${rows.map(({ since }) => since)}::text[],
      ${rows.map(({ leavingReason }) => leavingReason)}::text[],
      ${rows.map(({ lastDay }) => lastDay)}::text[]
    )
  `.execute(tx)
}

/** Without statistics the planner compares each row with all others. */
export async function countMatchedRows(tx: Tx): Promise<void> {
  await sql`analyze matched_row`.execute(tx)
}

/**
 * Returns rows of people whose death is recorded, but with another leaving reason or none. `isEmptied` if only the reason is
 * empty, and the last day is not.
 */
export async function deathsContradicted(tx: Tx, clientId: ClientId): Promise<{ line: number; isEmptied: boolean }[]> {
  const { rows } = await sql<{ line: number; isEmptied: boolean }>`
    select line, leaving_reason = '' and last_day is distinct from '' as "isEmptied"
    from matched_row
    where person_id is not null
      and leaving_reason <> 'death'
      and ${hasDied({ clientId, person: sql`matched_row.person_id` })}
    order by line
  `.execute(tx)
  return rows
}
