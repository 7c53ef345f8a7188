import { sql } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { pendingCoverRows } from './pending-cover.queries.ts'
import { medicalQuestionsOf } from '../../services/benefits/medical-questions.server.ts'
import { isOneOf } from '../../platform/people-condition.queries.ts'

export type UnansweredQuestions = {
  personId: PersonId
  benefitId: BenefitId
  benefit: string
  code: string
  yearFrom: IsoDate
  since: number
  questions: string
}

export async function unansweredQuestions(
  tx: Tx,
  clientId: ClientId,
  { people }: { people: readonly PersonId[] },
): Promise<UnansweredQuestions[]> {
  const { rows } = await sql<
    Omit<UnansweredQuestions, 'questions'> & { definition: BenefitDefinition; answered: string | null }
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
        where earlier.client_id = ${clientId}
          and earlier.selection_id = selection.id
          and earlier.state <> 'pended'
      ), 0) as since
    ${pendingCoverRows(clientId)}
      and ${isOneOf(people, sql`selection.person_id`)}
      and account.state <> 'disabled'
    order by account.person_id, benefit.position, benefit.code
  `.execute(tx)
  return rows.flatMap(({ definition, answered, ...wanted }) => {
    const questions = medicalQuestionsOf(definition)
    return questions && questions.version !== answered ? [{ ...wanted, questions: questions.version }] : []
  })
}
