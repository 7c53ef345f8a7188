import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId, SchemeYearId, SelectionId } from '../../contract/ids.ts'
import type { Tx } from '../../platform/handle.ts'
import type { SelectionState } from '../benefits/benefits.contract.ts'
import type { BenefitDefinition } from '../benefits/definition/definition.ts'
import type { Choice } from '../benefits/definition/options.ts'
import { awaitingApproval } from '../benefits/selections/selection-states.rules.ts'
import type { CoveredPerson, SelectionVersion } from '../benefits/selections/selection.rules.ts'

/** How many selections wait, for every benefit that may need approval and every other one where something waits. */
export function waitingByBenefit(
  tx: Tx,
  clientId: ClientId,
  { today }: { today: IsoDate },
): Promise<{ benefitId: BenefitId; benefitName: string; count: number }[]> {
  return tx
    .selectFrom('benefit')
    .innerJoin('scheme_year', (join) =>
      join
        .onRef('scheme_year.client_id', '=', 'benefit.client_id')
        .onRef('scheme_year.id', '=', 'benefit.scheme_year_id'),
    )
    .leftJoin('selection', (join) =>
      join
        .onRef('selection.client_id', '=', 'benefit.client_id')
        .onRef('selection.benefit_id', '=', 'benefit.id')
        .on('selection.state', 'in', [...awaitingApproval]),
    )
    .select((row) => [
      'benefit.id as benefitId',
      'benefit.name as benefitName',
      row.cast<number>(row.fn.count('selection.id'), 'integer').as('count'),
    ])
    .where('benefit.client_id', '=', clientId)
    .groupBy([
      'benefit.id',
      'benefit.name',
      'benefit.position',
      'benefit.needs_approval',
      'benefit.withdrawn',
      'scheme_year.starts_on',
      'scheme_year.ends_on',
    ])
    .having((row) =>
      row.or([
        row(row.fn.count('selection.id'), '>', 0),
        row.and([
          row('benefit.needs_approval', '=', true),
          row('benefit.withdrawn', '=', false),
          row('scheme_year.starts_on', '<=', today),
          row('scheme_year.ends_on', '>=', today),
        ]),
      ]),
    )
    .orderBy('benefit.position')
    .orderBy('benefit.name')
    .orderBy('benefit.id')
    .execute()
}

/** How many selections there are in each state. */
export async function countByState(tx: Tx, clientId: ClientId): Promise<Record<string, number>> {
  const rows = await tx
    .selectFrom('selection')
    .select((row) => ['state', row.cast<number>(row.fn.countAll(), 'integer').as('count')])
    .where('client_id', '=', clientId)
    .groupBy('state')
    .orderBy('state')
    .execute()
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/** What benefits of a client are called. */
export async function namesOfBenefits(
  tx: Tx,
  clientId: ClientId,
  { benefitIds }: { benefitIds: readonly BenefitId[] },
): Promise<Map<BenefitId, string>> {
  const rows = await tx
    .selectFrom('benefit')
    .select(['id', 'name'])
    .where('client_id', '=', clientId)
    .where('id', 'in', [...new Set(benefitIds)])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export function benefitOfClient(
  tx: Tx,
  clientId: ClientId,
  { benefitId }: { benefitId: BenefitId },
): Promise<{ definition: BenefitDefinition } | undefined> {
  return (
    tx
      .selectFrom('benefit')
      // Checked when the scheme is applied, and stored as it was read.
      .select((benefit) => benefit.ref('definition').$castTo<BenefitDefinition>().as('definition'))
      .where('client_id', '=', clientId)
      .where('id', '=', benefitId)
      .executeTakeFirst()
  )
}

export type WaitingSelection = {
  selectionId: SelectionId
  version: number
  personId: PersonId
  schemeYearId: SchemeYearId
  state: SelectionState
  firstName: string
  surname: string
  choice: Choice
  peopleCovered: CoveredPerson[]
  price: SelectionVersion['price']
  effectiveFrom: IsoDate | null
}

/** The selections of one benefit that wait, as they were asked for. */
export function waitingSelections(
  tx: Tx,
  clientId: ClientId,
  { benefitId }: { benefitId: BenefitId },
): Promise<WaitingSelection[]> {
  return (
    tx
      .selectFrom('selection')
      .innerJoin('selection_version as asked', (join) =>
        join
          .onRef('asked.client_id', '=', 'selection.client_id')
          .onRef('asked.selection_id', '=', 'selection.id')
          .onRef('asked.version', '=', 'selection.version'),
      )
      .innerJoin('person_details as person', (join) =>
        join
          .onRef('person.client_id', '=', 'selection.client_id')
          .onRef('person.person_id', '=', 'selection.person_id'),
      )
      // What the writer of selections put there (features/benefits/selections/selections.queries.ts).
      .select((row) => [
        'selection.id as selectionId',
        'selection.version',
        'selection.person_id as personId',
        'selection.scheme_year_id as schemeYearId',
        'selection.state',
        'person.first_name as firstName',
        'person.surname',
        row.ref('asked.choice').$castTo<Choice>().as('choice'),
        row.ref('asked.people_covered').$castTo<CoveredPerson[]>().as('peopleCovered'),
        row.ref('asked.price').$castTo<SelectionVersion['price']>().as('price'),
        'asked.effective_from as effectiveFrom',
      ])
      .where('selection.client_id', '=', clientId)
      .where('selection.benefit_id', '=', benefitId)
      .where('selection.state', 'in', [...awaitingApproval])
      .orderBy('person.surname')
      .orderBy('person.first_name')
      .orderBy('selection.id')
      .execute()
  )
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
    /** Of a decision taken elsewhere before; else made here and now. */
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
