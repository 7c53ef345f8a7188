import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { BenefitId, ClientId, PersonId, SelectionId } from '../../contract/ids.ts'
import { listClients } from '../../database/clients.ts'
import { inClient, type Tx } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import type { StoredCover } from '../../domain/selections/stored-price.ts'
import { medicalQuestionsOf } from '../../services/benefits/medical-questions.server.ts'

export type PendingCover = {
  selectionId: SelectionId
  benefitId: BenefitId
  benefit: string
  provider: string
  email: string
  cover: StoredCover | null
  partnerCover: StoredCover | null
  isAnswered: boolean
  isAsked: boolean
}

export async function listPendingCover(
  tx: Tx,
  clientId: ClientId,
  { personId }: { personId?: PersonId } = {},
): Promise<PendingCover[]> {
  const { rows } = await sql<
    Omit<PendingCover, 'isAnswered' | 'isAsked'> & { definition: BenefitDefinition; answered: string | null }
  >`
    select
      selection.id as "selectionId",
      benefit.id as "benefitId",
      benefit.name as benefit,
      benefit.provider_name as provider,
      account.email,
      nullif(version.price -> 'cover', 'null') as cover,
      version.price -> 'partnerCover' as "partnerCover",
      benefit.definition,
      answer.questions_hash as answered
    ${pendingCoverRows(clientId)}
      and (${personId ?? null}::uuid is null or selection.person_id = ${personId ?? null}::uuid)
    order by account.email, benefit.position, benefit.code
  `.execute(tx)
  return rows.map(({ definition, answered, ...waiting }) => ({
    ...waiting,
    isAnswered: answered !== null && medicalQuestionsOf(definition)?.version === answered,
    isAsked: medicalQuestionsOf(definition) !== null,
  }))
}

export async function listPendingCoverOfClient(
  db: Kysely<Database>,
  { client }: { client: string },
): Promise<PendingCover[] | undefined> {
  for (const clientId of await listClients(db)) {
    const found = await inClient(db, clientId, async (tx) => {
      const named = await tx
        .selectFrom('client')
        .select('code')
        .where('client_id', '=', clientId)
        .where('code', '=', client)
        .executeTakeFirst()
      return named && listPendingCover(tx, clientId)
    })
    if (found) return found
  }
  return undefined
}

export function pendingCoverRows(clientId: ClientId): RawBuilder<unknown> {
  return sql`
    from selection
    join selection_version as version
      on version.client_id = selection.client_id
      and version.selection_id = selection.id
      and version.version = selection.version
    join scheme_year as year on year.client_id = version.client_id and year.id = version.scheme_year_id
    join benefit
      on benefit.client_id = version.client_id
      and benefit.scheme_year_id = version.scheme_year_id
      and benefit.id = selection.benefit_id
    join account on account.client_id = selection.client_id and account.person_id = selection.person_id
    left join medical_answer as answer
      on answer.client_id = selection.client_id
      and answer.person_id = selection.person_id
      and answer.benefit_id = selection.benefit_id
    where selection.client_id = ${clientId}
      and selection.state = 'pended'
  `
}
