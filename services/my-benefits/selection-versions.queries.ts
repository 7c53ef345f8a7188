import { sql, type Selectable } from 'kysely'
import type { ClientId, SelectionId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import type { Choice } from '../../domain/definition/options.ts'
import type { SetupStep } from '../../domain/selections/setup-steps.rules.ts'
import type { CoveredPerson, SelectionVersion } from '../../domain/selections/selection.rules.ts'
import type { StoredPrice, StoredPricePart } from '../../domain/selections/stored-price.ts'
import type { PayVersion } from './versions-in-force.rules.ts'

export const versionColumns = [
  'v.version',
  'v.scheme_year_id as schemeYearId',
  'v.state',
  'v.action',
  'v.choice',
  'v.people_covered as peopleCovered',
  'v.price',
  'v.effective_from as effectiveFrom',
  'v.effective_to as effectiveTo',
  'v.replaces',
  'v.actor_id as actorId',
  'v.reason',
  'v.draft_step as draftStep',
  'v.recorded_at as recordedAt',
] as const

export async function selectionVersionsOf(
  tx: Tx,
  clientId: ClientId,
  { selectionId }: { selectionId: SelectionId },
): Promise<SelectionVersion[]> {
  const rows = await tx
    .selectFrom('selection_version as v')
    .select(versionColumns)
    .where('v.client_id', '=', clientId)
    .where('v.selection_id', '=', selectionId)
    .orderBy('v.version')
    .execute()
  return rows.map(selectionVersionOf)
}

/** Returns all versions of these selections for payroll, oldest first, without choices and price derivations. */
export async function payVersionsOfMany(
  tx: Tx,
  clientId: ClientId,
  { selectionIds }: { selectionIds: readonly SelectionId[] },
): Promise<Map<SelectionId, (PayVersion & { recordedAt: string })[]>> {
  const rows = await tx
    .selectFrom('selection_version as v')
    .select([
      'v.selection_id as selectionId',
      'v.version',
      'v.scheme_year_id as schemeYearId',
      'v.state',
      'v.action',
      'v.effective_from as effectiveFrom',
      'v.effective_to as effectiveTo',
      'v.recorded_at as recordedAt',
      sql<number | null>`(v.price ->> 'payPeriods')::integer`.as('payDaysAYear'),
      sql<readonly StoredPricePart[]>`coalesce(v.price -> 'parts', '[]')`.as('parts'),
    ])
    .where('v.client_id', '=', clientId)
    .where('v.selection_id', '=', sql<SelectionId>`any(${[...selectionIds]}::uuid[])`)
    .orderBy('v.version')
    .execute()
  return Map.groupBy(rows, ({ selectionId }) => selectionId)
}

export function selectionVersionOf(row: VersionRow): SelectionVersion {
  return {
    version: row.version,
    schemeYearId: row.schemeYearId,
    state: row.state,
    action: row.action,
    // Only `selections.queries.ts` writes these columns, from values of these types.
    choice: row.choice as Choice,
    peopleCovered: row.peopleCovered as CoveredPerson[],
    price: row.price as StoredPrice | null,
    effectiveFrom: row.effectiveFrom,
    effectiveTo: row.effectiveTo,
    replaces: row.replaces,
    actorId: row.actorId,
    reason: row.reason,
    // Only `selections.queries.ts` writes this column.
    draftStep: row.draftStep as SetupStep | null,
    recordedAt: row.recordedAt,
  }
}

type Stored = Selectable<Database['selection_version']>
type VersionRow = Pick<Stored, 'version' | 'state' | 'action' | 'choice' | 'price' | 'replaces' | 'reason'> & {
  schemeYearId: Stored['scheme_year_id']
  peopleCovered: Stored['people_covered']
  effectiveFrom: Stored['effective_from']
  effectiveTo: Stored['effective_to']
  actorId: Stored['actor_id']
  recordedAt: Stored['recorded_at']
  draftStep: Stored['draft_step']
}
