import { sql } from 'kysely'
import type { BenefitId, ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { transactionTime } from '../../database/transaction-time.ts'
import { clientRow } from '../../database/client-row.ts'
import type { SelectionHead, SelectionVersion } from '../../domain/selections/selection.rules.ts'
import { insertSelectionHeads, insertVersionRows } from '../../services/my-benefits/selections.queries.ts'

type SelectionToInsert = { selection: SelectionHead; versions: readonly SelectionVersion[] }

/** Inserts versions without deductions. Throws if a person already has a selection of the benefit. */
export async function insertSelectionHistories(
  tx: Tx,
  clientId: ClientId,
  { selections }: { selections: readonly SelectionToInsert[] },
): Promise<void> {
  const heads = selections.map(({ selection, versions }) => ({ ...selection, changedAt: versions.at(-1)?.recordedAt }))
  const begun = await insertSelectionHeads(tx, clientId, { heads })
  if (begun.size < heads.length) throw new Error('A person already has a selection of the benefit')
  const rows = selections.flatMap(({ selection: { id, personId }, versions }) =>
    versions.map((version) => ({ ...version, id, personId })),
  )
  await insertVersionRows(tx, clientId, { rows })
}

export async function insertTermsAcceptances(
  tx: Tx,
  clientId: ClientId,
  {
    accepted,
  }: {
    accepted: readonly {
      personId: PersonId
      benefitId: BenefitId
      termId: string
      version: number
      acceptedAt?: string
    }[]
  },
): Promise<void> {
  await sql`
    insert into benefit_terms_acceptance (client_id, person_id, benefit_id, term_id, version, accepted_at)
    select client.client_id, person_id, benefit_id, term_id, version, coalesce(accepted_at, ${transactionTime})
    from ${clientRow(clientId)}
    cross join unnest(
      ${accepted.map(({ personId }) => personId)}::uuid[],
      ${accepted.map(({ benefitId }) => benefitId)}::uuid[],
      ${accepted.map(({ termId }) => termId)}::text[],
      ${accepted.map(({ version }) => version)}::integer[],
      ${accepted.map(({ acceptedAt }) => acceptedAt ?? null)}::timestamptz[]
    ) as given(person_id, benefit_id, term_id, version, accepted_at)
    on conflict do nothing
  `.execute(tx)
}
