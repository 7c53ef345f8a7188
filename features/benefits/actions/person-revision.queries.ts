import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { IsoDate } from '../../../contract/dates.ts'
import type { ClientId, PersonId } from '../../../contract/ids.ts'
import type { Tx } from '../../../database/database.ts'
import { question } from '../../../database/question.ts'
import { callerId } from '../../session/caller.queries.ts'

/** What everything stands at that a price of one person is made of: two that are equal in all are made of the same. */
export type PersonRevision = {
  personId: PersonId
  today: IsoDate
  /** Of what the scheme offers everybody. */
  offered: string
  /** All marks of the person together; null for whom nothing has changed since there are marks. */
  own: string | null
  /** Payroll runs, none of which is ever taken back: which pay periods are locked. */
  runs: number
}

/** Of whoever asks, today: for a question that goes out together with the one for their session. */
export const revisionOfCaller: (of: { clientId: ClientId }) => CompiledQuery<PersonRevision> = question(
  ({ clientId }: { clientId: ClientId }) => revision(clientId, callerId, sql`(select today from app.present())`),
)

export async function revisionOf(
  tx: Tx,
  clientId: ClientId,
  { personId, today }: { personId: PersonId; today: IsoDate },
): Promise<PersonRevision> {
  const { rows } = await tx.executeQuery(revisionOfPerson({ clientId, personId, today }))
  const [found] = rows
  if (!found) throw new Error('A person of a client that is not there')
  return found
}

const revisionOfPerson = question(
  ({ clientId, personId, today }: { clientId: ClientId; personId: PersonId; today: IsoDate }) =>
    revision(clientId, sql`${personId}::uuid`, sql`${today}::date`),
)

function revision(clientId: ClientId, person: RawBuilder<PersonId>, today: RawBuilder<unknown>) {
  return sql<PersonRevision>`
    select
      ${person} as "personId",
      ${today} as today,
      scheme_revision as offered,
      (
        select bit_xor(mark)::text
        from person_revision
        where client_id = ${clientId}
          and person_id = ${person}
      ) as own,
      (select count(*)::integer from payroll_run where client_id = ${clientId}) as runs
    from client
    where client_id = ${clientId}
  `
}

/** Many marks of a person become one, by which their revision is another: as if something had changed. */
export async function foldMarks(tx: Tx, clientId: ClientId): Promise<void> {
  await sql`
    with many as (
      select person_id
      from person_revision
      where client_id = ${clientId}
      group by person_id
      having count(*) > ${mostMarks}
    ),
    gone as (
      delete from person_revision
      using many
      where person_revision.client_id = ${clientId}
        and person_revision.person_id = many.person_id
    )
    insert into person_revision (client_id, person_id, mark)
    select ${clientId}, person_id, app.new_mark()
    from many
  `.execute(tx)
}

const mostMarks = 16
