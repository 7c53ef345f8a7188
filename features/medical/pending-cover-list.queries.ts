import { type Kysely, sql } from 'kysely'
import type { BenefitId, ClientId, PersonId, SelectionId } from '../../contract/ids.ts'
import { listClients } from '../../database/clients.ts'
import { inClient, type Tx } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import type { StoredCover } from '../../domain/selections/stored-price.ts'
import { pendingCoverRows } from './pending-cover.queries.ts'
import { medicalQuestionsOf } from '../../services/benefits/medical-questions.server.ts'

/** A selection whose cover above the free cover limit waits for the provider's decision. */
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

/** Returns the pending cover of one person, or of everyone, ordered by email address. */
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

/** Returns the pending cover of the client with this code. Undefined if there is no such client. */
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
