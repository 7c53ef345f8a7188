import { sql } from 'kysely'
import type { BenefitId, ClientId, PersonId, SelectionId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { transactionTime } from '../../database/transaction-time.ts'
import { clientRow, requireInserted } from '../../database/client-row.ts'
import { lockPeople } from '../people/profile.queries.ts'
import type {
  NewVersion,
  SelectionHead,
  SelectionVersion,
  SelectionWithVersions,
} from '../../domain/selections/selection.rules.ts'
import { versionColumns, selectionVersionOf } from './selection-versions.queries.ts'

export async function selectionById(
  tx: Tx,
  clientId: ClientId,
  { selectionId, personId }: { selectionId: SelectionId; personId: PersonId },
): Promise<SelectionWithVersions | undefined> {
  const rows = await selectionsWithVersions(tx, clientId)
    .where('s.id', '=', selectionId)
    .where('s.person_id', '=', personId)
    .execute()
  return groupBySelection(rows)[0]
}

/** Locks selections and their people until the transaction ends, lowest id first. Leaves out ids of other clients. */
export async function lockSelections(
  tx: Tx,
  clientId: ClientId,
  selectionIds: readonly SelectionId[],
): Promise<SelectionWithVersions[]> {
  if (selectionIds.length === 0) return []
  await lockPeople(tx, clientId, { people: await ownersOf(tx, clientId, selectionIds) })
  await tx
    .selectFrom('selection')
    .select('id')
    .where('client_id', '=', clientId)
    .where('id', 'in', [...selectionIds])
    .orderBy('id')
    .forUpdate()
    .execute()
  // Read versions in a second statement: a statement that waits for a lock would join the new head with old versions.
  const rows = await selectionsWithVersions(tx, clientId)
    .where('s.id', 'in', [...selectionIds])
    .execute()
  return groupBySelection(rows)
}

/** Safe to read before locking, because a selection never changes its owner. */
async function ownersOf(tx: Tx, clientId: ClientId, selectionIds: readonly SelectionId[]): Promise<PersonId[]> {
  const rows = await tx
    .selectFrom('selection')
    .select('person_id as personId')
    .distinct()
    .where('client_id', '=', clientId)
    .where('id', 'in', [...selectionIds])
    .execute()
  return rows.map(({ personId }) => personId)
}

function selectionsWithVersions(tx: Tx, clientId: ClientId) {
  return tx
    .selectFrom('selection as s')
    .innerJoin('selection_version as v', (join) =>
      join
        .onRef('v.client_id', '=', 's.client_id')
        .onRef('v.selection_id', '=', 's.id')
        .on((is) =>
          is.or([is('v.version', '=', is.ref('s.version')), is('v.version', '=', is.ref('s.version_in_force'))]),
        ),
    )
    .select([
      's.id',
      's.person_id as personId',
      's.benefit_id as benefitId',
      's.state as headState',
      's.version as headVersion',
      's.version_in_force as versionInForce',
      ...versionColumns,
    ])
    .where('s.client_id', '=', clientId)
    .orderBy('s.id')
}

export type SelectionWithVersionRow = Awaited<ReturnType<ReturnType<typeof selectionsWithVersions>['execute']>>[number]

export function groupBySelection(rows: SelectionWithVersionRow[]): SelectionWithVersions[] {
  return [...Map.groupBy(rows, (row) => row.id).values()].flatMap((versions) => {
    const newest = versions.find((row) => row.version === row.headVersion)
    if (!newest) return []
    const running = versions.find((row) => row.version === row.versionInForce)
    const { id, personId, benefitId, headState, headVersion, versionInForce } = newest
    return [
      {
        id,
        personId,
        benefitId,
        state: headState,
        version: headVersion,
        versionInForce,
        newest: selectionVersionOf(newest),
        running: running ? selectionVersionOf(running) : null,
      },
    ]
  })
}

/** Inserts a selection with its first version. Returns undefined if the person already has a selection of this benefit. */
export async function insertSelection(
  tx: Tx,
  clientId: ClientId,
  { personId, benefitId, first }: { personId: PersonId; benefitId: BenefitId; first: NewVersion },
): Promise<SelectionWithVersions | undefined> {
  const versionInForce = first.runs === 'this' ? 1 : null
  const inserted = await tx
    .insertInto('selection')
    .values({
      client_id: clientId,
      person_id: personId,
      benefit_id: benefitId,
      state: first.state,
      version: 1,
      version_in_force: versionInForce,
      changed_at: transactionTime,
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'person_id', 'benefit_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return undefined
  const head: SelectionHead = {
    id: inserted.id,
    personId,
    benefitId,
    state: first.state,
    version: 1,
    versionInForce,
  }
  const newest = await insertVersion(tx, clientId, { head, replaces: null, next: first })
  return { ...head, newest, running: versionInForce === 1 ? newest : null }
}

/** Adds a version. Returns undefined if the head has changed; the caller then answers 409 with the current state. */
export async function appendVersion(
  tx: Tx,
  clientId: ClientId,
  { selection, next }: { selection: SelectionWithVersions; next: NewVersion },
): Promise<SelectionWithVersions | undefined> {
  const version = selection.version + 1
  const versionInForce = { this: version, 'as-before': selection.versionInForce, nothing: null }[next.runs]
  const moved = await tx
    .updateTable('selection')
    .set({ state: next.state, version, version_in_force: versionInForce, changed_at: transactionTime })
    .where('client_id', '=', clientId)
    .where('id', '=', selection.id)
    .where('version', '=', selection.version)
    .where('state', '=', selection.state)
    .returning('id')
    .executeTakeFirst()
  if (!moved) return undefined
  const head: SelectionHead = { ...selectionHeadOf(selection), state: next.state, version, versionInForce }
  const newest = await insertVersion(tx, clientId, { head, replaces: selection.version, next })
  return { ...head, newest, running: { this: newest, 'as-before': selection.running, nothing: null }[next.runs] }
}

export function selectionHeadOf({
  id,
  personId,
  benefitId,
  state,
  version,
  versionInForce,
}: SelectionHead): SelectionHead {
  return { id, personId, benefitId, state, version, versionInForce }
}

async function insertVersion(
  tx: Tx,
  clientId: ClientId,
  { head, replaces, next }: { head: SelectionHead; replaces: number | null; next: NewVersion },
): Promise<SelectionVersion> {
  const { recordedAt } = await tx
    .insertInto('selection_version')
    .values({
      client_id: clientId,
      selection_id: head.id,
      version: head.version,
      scheme_year_id: next.schemeYearId,
      state: next.state,
      action: next.action,
      choice: JSON.stringify(next.choice),
      people_covered: JSON.stringify(next.peopleCovered),
      price: next.price && JSON.stringify(next.price),
      effective_from: next.effectiveFrom,
      effective_to: next.effectiveTo ?? null,
      replaces,
      actor_id: next.actorId,
      subject_id: head.personId,
      reason: next.reason ?? null,
      draft_step: next.draftStep ?? null,
    })
    .returning('recorded_at as recordedAt')
    .executeTakeFirstOrThrow()
  const { runs: _runs, ...fields } = next
  return {
    ...fields,
    version: head.version,
    effectiveTo: next.effectiveTo ?? null,
    reason: next.reason ?? null,
    draftStep: next.draftStep ?? null,
    replaces,
    recordedAt,
  }
}

export type AppendedVersions = { selection: SelectionHead; steps: readonly NewVersion[] }

/** Adds versions to locked selections and updates their heads. Throws an Error if a head has changed. */
export async function appendVersions(
  tx: Tx,
  clientId: ClientId,
  { continuations }: { continuations: readonly AppendedVersions[] },
): Promise<void> {
  const written = continuations.filter(({ steps }) => steps.length > 0)
  if (written.length === 0) return
  const heads = written.map(({ selection, steps }) => headAfter(selection, steps))
  const { rows } = await sql<{ id: SelectionId }>`
    update selection
    set state = moved.state, version = moved.version, version_in_force = moved.running, changed_at = ${transactionTime}
    from unnest(
      ${heads.map(({ id }) => id)}::uuid[],
      ${heads.map(({ state }) => state)}::text[],
      ${heads.map(({ version }) => version)}::integer[],
      ${heads.map(({ versionInForce }) => versionInForce)}::integer[],
      ${written.map(({ selection }) => selection.version)}::integer[]
    ) as moved(id, state, version, running, seen)
    where selection.client_id = ${clientId}
      and selection.id = moved.id
      and selection.version = moved.seen
    returning selection.id
  `.execute(tx)
  if (rows.length < heads.length) throw new Error('A selection moved that was not locked')
  await insertVersions(tx, clientId, { continuations: written })
}

/** Skips people who already have a selection of the benefit. Returns the inserted ones. */
export async function insertSelections(
  tx: Tx,
  clientId: ClientId,
  { selections }: { selections: readonly { personId: PersonId; benefitId: BenefitId; first: NewVersion }[] },
): Promise<SelectionHead[]> {
  if (selections.length === 0) return []
  const heads = selections.map(({ first, personId, benefitId }): SelectionHead => ({
    personId,
    benefitId,
    // A random UUID, as the database creates.
    id: crypto.randomUUID() as SelectionId,
    state: first.state,
    version: 1,
    versionInForce: first.runs === 'this' ? 1 : null,
  }))
  const newHeads = await insertSelectionHeads(tx, clientId, { heads })
  await insertVersions(tx, clientId, {
    continuations: heads.flatMap((head, index) => {
      const first = selections[index]?.first
      return newHeads.has(head.id) && first ? [{ selection: { ...head, version: 0 }, steps: [first] }] : []
    }),
  })
  return heads.filter(({ id }) => newHeads.has(id))
}

export async function insertSelectionHeads(
  tx: Tx,
  clientId: ClientId,
  { heads }: { heads: readonly (SelectionHead & { changedAt?: string | undefined })[] },
): Promise<Set<SelectionId>> {
  const { rows } = await sql<{ id: SelectionId }>`
    insert into selection as known (client_id, id, person_id, benefit_id, state, version, version_in_force, changed_at)
    select
      client.client_id, id, person_id, benefit_id, state, version, version_in_force,
      coalesce(changed_at, ${transactionTime})
    from ${clientRow(clientId)}
    cross join unnest(
      ${heads.map(({ id }) => id)}::uuid[],
      ${heads.map(({ personId }) => personId)}::uuid[],
      ${heads.map(({ benefitId }) => benefitId)}::uuid[],
      ${heads.map(({ state }) => state)}::text[],
      ${heads.map(({ version }) => version)}::integer[],
      ${heads.map(({ versionInForce }) => versionInForce)}::integer[],
      ${heads.map(({ changedAt }) => changedAt ?? null)}::timestamptz[]
    ) as head (id, person_id, benefit_id, state, version, version_in_force, changed_at)
    on conflict (client_id, person_id, benefit_id) do nothing
    returning known.id
  `.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

function headAfter(selection: SelectionHead, steps: readonly NewVersion[]): SelectionHead {
  return steps.reduce<SelectionHead>((head, { state, runs }) => {
    const version = head.version + 1
    return {
      ...head,
      state,
      version,
      versionInForce: { this: version, 'as-before': head.versionInForce, nothing: null }[runs],
    }
  }, selection)
}

async function insertVersions(
  tx: Tx,
  clientId: ClientId,
  { continuations }: { continuations: readonly AppendedVersions[] },
): Promise<void> {
  const rows = continuations.flatMap(({ selection: { id, personId, version }, steps }) =>
    steps.map(({ runs: _runs, ...step }, index) => ({
      ...step,
      id,
      personId,
      version: version + index + 1,
      replaces: version + index === 0 ? null : version + index,
    })),
  )
  await insertVersionRows(tx, clientId, { rows })
}

type VersionRow = Omit<NewVersion, 'runs'> &
  Pick<SelectionVersion, 'version' | 'replaces'> & { id: SelectionId; personId: PersonId; recordedAt?: string }

/** Inserts version rows. The selection rows must already refer to them. `recordedAt` defaults to now. */
export async function insertVersionRows(
  tx: Tx,
  clientId: ClientId,
  { rows }: { rows: readonly VersionRow[] },
): Promise<void> {
  // The versions are sent as one JSON text, because escaping and parsing prices in an array literal costs three times as much.
  const inserted = await sql`
    insert into selection_version (
      client_id, selection_id, version, scheme_year_id, state, action, choice, people_covered, price, effective_from,
      effective_to, replaces, actor_id, subject_id, reason, recorded_at
    )
    select
      client.client_id, id, version, "schemeYearId", state, action, choice, "peopleCovered", nullif(price, 'null'), "effectiveFrom",
      "effectiveTo", replaces, "actorId", "personId", reason, coalesce("recordedAt", ${transactionTime})
    from ${clientRow(clientId)}
    cross join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(
      id uuid, version integer, "schemeYearId" uuid, state text, action text, choice jsonb, "peopleCovered" jsonb, price jsonb,
      "effectiveFrom" date, "effectiveTo" date, replaces integer, "actorId" uuid, "personId" uuid, reason text,
      "recordedAt" timestamptz
    )
  `.execute(tx)
  requireInserted(inserted, rows.length)
}
