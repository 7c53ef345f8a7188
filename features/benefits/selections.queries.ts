import { sql } from 'kysely'
import type { BenefitId, ClientId, PersonId, SchemeYearId, SelectionId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { NewVersion, SelectionHead, SelectionVersion, SelectionWithVersions } from './selection.rules.ts'
import { versionColumns, versionOf } from './selection-versions.queries.ts'

/** One selection, if it is this person's. */
export async function selectionById(
  tx: Tx,
  clientId: ClientId,
  { selectionId, personId }: { selectionId: SelectionId; personId: PersonId },
): Promise<SelectionWithVersions | undefined> {
  const rows = await selectionsWithVersions(tx, clientId)
    .where('s.id', '=', selectionId)
    .where('s.person_id', '=', personId)
    .execute()
  return grouped(rows)[0]
}

/**
 * Locks selections against every other writer until the transaction ends, lowest id first, so that two lists never wait
 * for each other. Ids that are not this client's are missing from the answer.
 */
export async function lockSelections(
  tx: Tx,
  clientId: ClientId,
  selectionIds: readonly SelectionId[],
): Promise<SelectionWithVersions[]> {
  if (selectionIds.length === 0) return []
  await tx
    .selectFrom('selection')
    .select('id')
    .where('client_id', '=', clientId)
    .where('id', 'in', [...selectionIds])
    .orderBy('id')
    .forUpdate()
    .execute()
  // Read in a second statement: one that had to wait would join the moved head with the versions of before.
  const rows = await selectionsWithVersions(tx, clientId)
    .where('s.id', 'in', [...selectionIds])
    .execute()
  return grouped(rows)
}

/** One row for each head and for each of the two versions it names. */
function selectionsWithVersions(tx: Tx, clientId: ClientId) {
  return tx
    .selectFrom('selection as s')
    .innerJoin('selection_version as v', (join) =>
      join
        .onRef('v.client_id', '=', 's.client_id')
        .onRef('v.selection_id', '=', 's.id')
        .on((is) =>
          is.or([is('v.version', '=', is.ref('s.version')), is('v.version', '=', is.ref('s.running_version'))]),
        ),
    )
    .select([
      's.id',
      's.person_id as personId',
      's.scheme_year_id as schemeYearId',
      's.benefit_id as benefitId',
      's.state as headState',
      's.version as headVersion',
      's.running_version as runningVersion',
      ...versionColumns,
    ])
    .where('s.client_id', '=', clientId)
    .orderBy('s.id')
}

export type JoinedRow = Awaited<ReturnType<ReturnType<typeof selectionsWithVersions>['execute']>>[number]

/** Heads with their newest and running version, from a row for each of the two. */
export function grouped(rows: JoinedRow[]): SelectionWithVersions[] {
  return [...Map.groupBy(rows, (row) => row.id).values()].flatMap((versions) => {
    const newest = versions.find((row) => row.version === row.headVersion)
    if (!newest) return []
    const running = versions.find((row) => row.version === row.runningVersion)
    const { id, personId, schemeYearId, benefitId, headState, headVersion, runningVersion } = newest
    return [
      {
        id,
        personId,
        schemeYearId,
        benefitId,
        state: headState,
        version: headVersion,
        runningVersion,
        newest: versionOf(newest),
        running: running ? versionOf(running) : null,
      },
    ]
  })
}

/** Begins a selection with its first version. Undefined when the person already has one for this benefit. */
export async function insertSelection(
  tx: Tx,
  clientId: ClientId,
  {
    personId,
    schemeYearId,
    benefitId,
    first,
  }: { personId: PersonId; schemeYearId: SchemeYearId; benefitId: BenefitId; first: NewVersion },
): Promise<SelectionWithVersions | undefined> {
  const runningVersion = first.runs === 'this' ? 1 : null
  const inserted = await tx
    .insertInto('selection')
    .values({
      client_id: clientId,
      person_id: personId,
      scheme_year_id: schemeYearId,
      benefit_id: benefitId,
      state: first.state,
      version: 1,
      running_version: runningVersion,
      changed_at: sql`app.now()`,
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'person_id', 'benefit_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return undefined
  const head: SelectionHead = {
    id: inserted.id,
    personId,
    schemeYearId,
    benefitId,
    state: first.state,
    version: 1,
    runningVersion,
  }
  const newest = await insertVersion(tx, clientId, { head, replaces: null, next: first })
  return { ...head, newest, running: runningVersion === 1 ? newest : null }
}

/**
 * Adds a version and moves the head to it, if the head still stands at the version and state that were read.
 * Undefined when somebody was faster: answer 409 with what stands now.
 */
export async function appendVersion(
  tx: Tx,
  clientId: ClientId,
  { selection, next }: { selection: SelectionWithVersions; next: NewVersion },
): Promise<SelectionWithVersions | undefined> {
  const version = selection.version + 1
  const runningVersion = { this: version, 'as-before': selection.runningVersion, nothing: null }[next.runs]
  const moved = await tx
    .updateTable('selection')
    .set({ state: next.state, version, running_version: runningVersion, changed_at: sql`app.now()` })
    .where('client_id', '=', clientId)
    .where('id', '=', selection.id)
    .where('version', '=', selection.version)
    .where('state', '=', selection.state)
    .returning('id')
    .executeTakeFirst()
  if (!moved) return undefined
  const head: SelectionHead = { ...headOf(selection), state: next.state, version, runningVersion }
  const newest = await insertVersion(tx, clientId, { head, replaces: selection.version, next })
  return { ...head, newest, running: { this: newest, 'as-before': selection.running, nothing: null }[next.runs] }
}

function headOf({
  id,
  personId,
  schemeYearId,
  benefitId,
  state,
  version,
  runningVersion,
}: SelectionHead): SelectionHead {
  return { id, personId, schemeYearId, benefitId, state, version, runningVersion }
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
    })
    .returning('recorded_at as recordedAt')
    .executeTakeFirstOrThrow()
  const { runs: _runs, ...kept } = next
  return {
    ...kept,
    version: head.version,
    effectiveTo: next.effectiveTo ?? null,
    reason: next.reason ?? null,
    replaces,
    recordedAt,
  }
}
