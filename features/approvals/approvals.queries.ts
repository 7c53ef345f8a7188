import { sql, type RawBuilder } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId, SchemeYearId, SelectionId } from '../../contract/ids.ts'
import { transactionDay } from '../../database/transaction-time.ts'
import type { CallerId, Tx } from '../../platform/handle.ts'
import type { SelectionState } from '../../domain/selections/benefits.contract.ts'
import { latestBenefits } from '../../services/my-benefits/benefits.queries.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import type { Choice } from '../../domain/definition/options.ts'
import { awaitingApproval } from '../../services/recalculation/selection-states.rules.ts'
import type { CoveredPerson, SelectionVersion } from '../../domain/selections/selection.rules.ts'

export type PendingCounts = {
  waiting: { benefitId: BenefitId; benefitName: string; count: number }[]
}

/** Counts pending selections by benefit, without the caller's own, which others decide (D-14). */
export function pendingByBenefit(clientId: ClientId, callerId: CallerId): RawBuilder<PendingCounts> {
  return sql`
    with waiting as materialized (
      select benefit_id, (count(*) filter (where person_id is distinct from ${callerId}))::integer as count
      from selection
      where client_id = ${clientId}
        and state in (${sql.join([...awaitingApproval].map((state) => sql.lit(state)))})
      group by benefit_id
    )
    select coalesce(
      json_agg(
        json_build_object('benefitId', benefit.id, 'benefitName', benefit.name, 'count', coalesce(waiting.count, 0))
        order by benefit.position, benefit.name, benefit.id
      ),
      '[]'
    ) as waiting
    from (${latestBenefits(clientId, transactionDay)}) as benefit
    left join waiting on waiting.benefit_id = benefit.id
    where waiting.benefit_id is not null
      or (
        benefit.needs_approval and not benefit.withdrawn and ${transactionDay} between benefit.starts_on and benefit.ends_on
      )
  `
}

export function countByState(clientId: ClientId): RawBuilder<{ states: Record<string, number> }> {
  return sql`
    select coalesce(json_object_agg(state, count order by state), '{}') as states
    from (
      select state, count(*)::integer as count
      from selection
      where client_id = ${clientId}
      group by state
    ) as counted
  `
}

/** Returns benefits as defined in the scheme year of `today`, or in the last year that has them. */
export async function latestBenefitsById(
  tx: Tx,
  clientId: ClientId,
  { benefitIds, today }: { benefitIds: readonly BenefitId[]; today: IsoDate },
): Promise<Map<BenefitId, BenefitDefinition>> {
  // Definitions are checked when a folder is applied.
  const { rows } = await sql<{ id: BenefitId; definition: BenefitDefinition }>`
    select id, definition
    from (${latestBenefits(clientId, sql`${today}::date`)}) as benefit
    where id = any(${[...benefitIds]}::uuid[])
  `.execute(tx)
  return new Map(rows.map(({ id, definition }) => [id, definition]))
}

export type PendingRow = {
  selectionId: SelectionId
  version: number
  personId: PersonId
  schemeYearId: SchemeYearId
  state: SelectionState
  definition: BenefitDefinition
  firstName: string
  surname: string
  choice: Choice
  peopleCovered: CoveredPerson[]
  price: SelectionVersion['price']
  effectiveFrom: IsoDate | null
}

export function pendingRows(
  tx: Tx,
  clientId: ClientId,
  { benefitId }: { benefitId: BenefitId },
): Promise<PendingRow[]> {
  return pendingSelections(tx, clientId)
    .where('selection.benefit_id', '=', benefitId)
    .orderBy('person.surname')
    .orderBy('person.first_name')
    .orderBy('selection.id')
    .execute()
}

export function longestWaits(
  tx: Tx,
  clientId: ClientId,
  { most }: { most: number },
): Promise<(PendingRow & { benefitId: BenefitId; sentOn: IsoDate })[]> {
  // Time of the newest version made by a person. Recalculations after it have no actor.
  const chosenAt = sql`(
    select coalesce(max(recorded_at) filter (where actor_id is not null), min(recorded_at))
    from selection_version as version
    where version.client_id = ${clientId}
      and version.selection_id = selection.id
  )`
  return pendingSelections(tx, clientId)
    .select([
      'selection.benefit_id as benefitId',
      sql<IsoDate>`to_char(${chosenAt} at time zone 'Europe/London', 'YYYY-MM-DD')`.as('sentOn'),
    ])
    .orderBy(chosenAt)
    .orderBy('selection.id')
    .limit(most)
    .execute()
}

function pendingSelections(tx: Tx, clientId: ClientId) {
  return (
    tx
      .selectFrom('selection')
      .innerJoin('selection_version as asked', (join) =>
        join
          .onRef('asked.client_id', '=', 'selection.client_id')
          .onRef('asked.selection_id', '=', 'selection.id')
          .onRef('asked.version', '=', 'selection.version'),
      )
      .innerJoin('benefit', (join) =>
        join
          .onRef('benefit.client_id', '=', 'asked.client_id')
          .onRef('benefit.scheme_year_id', '=', 'asked.scheme_year_id')
          .onRef('benefit.id', '=', 'selection.benefit_id'),
      )
      .innerJoin('person_details as person', (join) =>
        join
          .onRef('person.client_id', '=', 'selection.client_id')
          .onRef('person.person_id', '=', 'selection.person_id'),
      )
      // services/my-benefits/selections.queries.ts writes these columns with these types.
      .select((row) => [
        'selection.id as selectionId',
        'selection.version',
        'selection.person_id as personId',
        'asked.scheme_year_id as schemeYearId',
        'selection.state',
        row.ref('benefit.definition').$castTo<BenefitDefinition>().as('definition'),
        'person.first_name as firstName',
        'person.surname',
        row.ref('asked.choice').$castTo<Choice>().as('choice'),
        row.ref('asked.people_covered').$castTo<CoveredPerson[]>().as('peopleCovered'),
        row.ref('asked.price').$castTo<SelectionVersion['price']>().as('price'),
        'asked.effective_from as effectiveFrom',
      ])
      .where('selection.client_id', '=', clientId)
      .where('selection.state', 'in', [...awaitingApproval])
  )
}

export async function ownerOfPending(
  tx: Tx,
  clientId: ClientId,
  { selectionId }: { selectionId: SelectionId },
): Promise<PersonId | undefined> {
  const found = await tx
    .selectFrom('selection')
    .select('person_id as personId')
    .where('client_id', '=', clientId)
    .where('id', '=', selectionId)
    .where('state', 'in', [...awaitingApproval])
    .executeTakeFirst()
  return found?.personId
}

export async function recordDecisions(
  tx: Tx,
  clientId: ClientId,
  decisions: readonly {
    selectionId: SelectionId
    version: number
    approved: boolean
    reason: string | null
    decidedBy: PersonId
    id?: string
    decidedAt?: string
  }[],
): Promise<void> {
  await tx
    .insertInto('approval_decision')
    .values(
      decisions.map(({ selectionId, version, approved, reason, decidedBy, id, decidedAt }) => ({
        client_id: clientId,
        ...(id !== undefined && { id }),
        ...(decidedAt !== undefined && { decided_at: decidedAt }),
        selection_id: selectionId,
        selection_version: version,
        approved,
        reason,
        decided_by: decidedBy,
      })),
    )
    .execute()
}
