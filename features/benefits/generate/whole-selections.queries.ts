import { sql } from 'kysely'
import type { BenefitId, ClientId, PersonId } from '../../../contract/ids.ts'
import type { Tx } from '../../../database/database.ts'
import type { SelectionHead, SelectionVersion } from '../selection.rules.ts'

/** A selection with all its past, as it comes from elsewhere. */
export type WholeSelection = { selection: SelectionHead; versions: readonly SelectionVersion[] }

/** Brings in selections of people who have none yet, each with every version it ever had; their pay is written by its own area. */
export async function insertWholeSelections(
  tx: Tx,
  clientId: ClientId,
  { selections }: { selections: readonly WholeSelection[] },
): Promise<void> {
  const heads = selections.map(({ selection, versions }) => ({ ...selection, changedAt: versions.at(-1)?.recordedAt }))
  await sql`
    insert into selection (client_id, id, person_id, scheme_year_id, benefit_id, state, version, running_version, changed_at)
    select ${clientId}::uuid, *
    from unnest(
      ${heads.map(({ id }) => id)}::uuid[],
      ${heads.map(({ personId }) => personId)}::uuid[],
      ${heads.map(({ schemeYearId }) => schemeYearId)}::uuid[],
      ${heads.map(({ benefitId }) => benefitId)}::uuid[],
      ${heads.map(({ state }) => state)}::text[],
      ${heads.map(({ version }) => version)}::integer[],
      ${heads.map(({ runningVersion }) => runningVersion)}::integer[],
      ${heads.map(({ changedAt }) => changedAt)}::timestamptz[]
    )
  `.execute(tx)
  const rows = selections.flatMap(({ selection: { id, personId }, versions }) =>
    versions.map((version) => ({ ...version, id, personId })),
  )
  // As one JSON text: prices inside an array literal would be escaped and read letter by letter, at three times the cost.
  await sql`
    insert into selection_version (
      client_id, selection_id, version, state, action, choice, people_covered, price, effective_from, effective_to,
      replaces, actor_id, subject_id, reason, recorded_at
    )
    select
      ${clientId}::uuid, id, version, state, action, choice, "peopleCovered", price, "effectiveFrom", "effectiveTo",
      replaces, "actorId", "personId", reason, "recordedAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(
      id uuid, version integer, state text, action text, choice jsonb, "peopleCovered" jsonb, price jsonb,
      "effectiveFrom" date, "effectiveTo" date, replaces integer, "actorId" uuid, "personId" uuid, reason text,
      "recordedAt" timestamptz
    )
  `.execute(tx)
}

/** Keeps that people accepted the terms of benefits, many at once. */
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
      /** Now unless told. */
      acceptedAt?: string
    }[]
  },
): Promise<void> {
  await sql`
    insert into benefit_terms_acceptance (client_id, person_id, benefit_id, term_id, version, accepted_at)
    select ${clientId}::uuid, person_id, benefit_id, term_id, version, coalesce(accepted_at, app.now())
    from unnest(
      ${accepted.map(({ personId }) => personId)}::uuid[],
      ${accepted.map(({ benefitId }) => benefitId)}::uuid[],
      ${accepted.map(({ termId }) => termId)}::text[],
      ${accepted.map(({ version }) => version)}::integer[],
      ${accepted.map(({ acceptedAt }) => acceptedAt ?? null)}::timestamptz[]
    ) as given(person_id, benefit_id, term_id, version, accepted_at)
    on conflict do nothing
  `.execute(tx)
}
