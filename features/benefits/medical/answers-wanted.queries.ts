import { sql } from 'kysely'
import type { IsoDate } from '../../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId } from '../../../contract/ids.ts'
import type { Tx } from '../../../database/database.ts'
import type { BenefitDefinition } from '../definition/definition.ts'
import { coverThatWaits } from './cover-that-waits.queries.ts'
import { questionsOf } from './questions.server.ts'

export type AnswersWanted = {
  personId: PersonId
  benefitId: BenefitId
  benefit: string
  code: string
  yearFrom: IsoDate
  /** The version of the selection from which it has waited ever since. */
  since: number
  /** The version of the questions that are asked now. */
  questions: string
}

/** Whose cover waits for a provider that asks questions which they have not answered. Whoever may not log in is left out. */
export async function answersWanted(tx: Tx, clientId: ClientId): Promise<AnswersWanted[]> {
  const { rows } = await sql<
    Omit<AnswersWanted, 'questions'> & { definition: BenefitDefinition; answered: string | null }
  >`
    select
      selection.person_id as "personId",
      benefit.id as "benefitId",
      benefit.name as benefit,
      benefit.code,
      year.starts_on as "yearFrom",
      benefit.definition,
      answer.questions_hash as answered,
      1 + coalesce((
        select max(version)
        from selection_version as earlier
        where earlier.client_id = selection.client_id
          and earlier.selection_id = selection.id
          and earlier.state <> 'pended'
      ), 0) as since
    ${coverThatWaits(clientId)}
      and account.state <> 'disabled'
    order by account.person_id, benefit.position, benefit.code
  `.execute(tx)
  return rows.flatMap(({ definition, answered, ...wanted }) => {
    const questions = questionsOf(definition)
    return questions && questions.version !== answered ? [{ ...wanted, questions: questions.version }] : []
  })
}

/**
 * Whether somebody was told of this wait by a note that does not say of which questions, as clients bring them along from
 * before notes did, and by none since: they were told of those that are asked now.
 */
export async function toldWithoutQuestions(
  tx: Tx,
  clientId: ClientId,
  { personId, wait }: { personId: PersonId; wait: string },
): Promise<boolean> {
  const { rows } = await sql<{ about: string }>`
    select about
    from notice_sent
    where client_id = ${clientId}
      and person_id = ${personId}
      and (about = ${`answers ${wait}`} or (starts_with(about, 'answers to ') and right(about, length(${wait}::text)) = ${wait}))
    order by about
  `.execute(tx)
  return rows.length === 1 && rows[0]?.about === `answers ${wait}`
}
