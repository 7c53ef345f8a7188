import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId, SchemeYearId, SelectionId } from '../../contract/ids.ts'
import { sql, type Selectable } from 'kysely'
import type { Tx } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import type { SelectionState } from './benefits.contract.ts'
import type { Choice } from './options.ts'
import type { StoredPrice } from './stored-price.ts'

/** One person's choice for one benefit, as it stands. */
export type SelectionHead = {
  id: SelectionId
  personId: PersonId
  schemeYearId: SchemeYearId
  benefitId: BenefitId
  /** 'none' once a first draft was dropped: nothing was ever chosen. */
  state: SelectionState
  /** The newest version. */
  version: number
  /** The version in force and paid for; null when nothing runs. */
  runningVersion: number | null
}

/** A family member as covered at the time: kept with the version, so that a later change of the family rewrites no history. */
export type CoveredPerson = { id: string; name: string; relationship: 'partner' | 'dependant' }

export type SelectionVersion = {
  version: number
  state: SelectionState
  /** The step that made this version, such as 'apply' or 'approve'. */
  action: string
  choice: Choice
  peopleCovered: CoveredPerson[]
  price: StoredPrice | null
  effectiveFrom: IsoDate | null
  effectiveTo: IsoDate | null
  /** The version this one takes the place of. */
  replaces: number | null
  actorId: PersonId | null
  reason: string | null
  recordedAt: string
}

/** A head with the version it shows and the one that runs meanwhile. */
export type SelectionWithVersions = SelectionHead & { newest: SelectionVersion; running: SelectionVersion | null }

/** What a writer says of a new version; its number, time and predecessor follow from the head. */
export type NewVersion = {
  state: SelectionState
  action: string
  choice: Choice
  peopleCovered: CoveredPerson[]
  price: StoredPrice | null
  effectiveFrom: IsoDate | null
  effectiveTo?: IsoDate | null
  /** What is in force and paid for from now on: this version, the one before, or nothing. */
  runs: 'this' | 'as-before' | 'nothing'
  /** Who did it; the person whose selection it is stands on the head. */
  actorId: PersonId | null
  reason?: string | null
}

const versionColumns = [
  'v.version',
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
  'v.recorded_at as recordedAt',
] as const

/** A person's selections of a scheme year, or of one benefit of it, newest and running version with each. */
export async function selectionsOfPerson(
  tx: Tx,
  clientId: ClientId,
  { personId, schemeYearId, benefitId }: { personId: PersonId; schemeYearId: SchemeYearId; benefitId?: BenefitId },
): Promise<SelectionWithVersions[]> {
  const rows = await selectionsWithVersions(tx, clientId)
    .where('s.person_id', '=', personId)
    .where('s.scheme_year_id', '=', schemeYearId)
    .$if(benefitId !== undefined, (query) => query.where('s.benefit_id', '=', benefitId ?? null))
    .execute()
  return grouped(rows)
}

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

type JoinedRow = Awaited<ReturnType<ReturnType<typeof selectionsWithVersions>['execute']>>[number]

function grouped(rows: JoinedRow[]): SelectionWithVersions[] {
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

/** Every version of a selection, oldest first. */
export async function versionsOf(
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
  return rows.map(versionOf)
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

/** What the columns hold, as this file alone writes them. */
function versionOf(row: VersionRow): SelectionVersion {
  return {
    version: row.version,
    state: row.state,
    action: row.action,
    choice: row.choice as Choice,
    peopleCovered: row.peopleCovered as CoveredPerson[],
    price: row.price as StoredPrice | null,
    effectiveFrom: row.effectiveFrom,
    effectiveTo: row.effectiveTo,
    replaces: row.replaces,
    actorId: row.actorId,
    reason: row.reason,
    recordedAt: row.recordedAt,
  }
}

type Stored = Selectable<Database['selection_version']>
type VersionRow = Pick<Stored, 'version' | 'state' | 'action' | 'choice' | 'price' | 'replaces' | 'reason'> & {
  peopleCovered: Stored['people_covered']
  effectiveFrom: Stored['effective_from']
  effectiveTo: Stored['effective_to']
  actorId: Stored['actor_id']
  recordedAt: Stored['recorded_at']
}

/** What a person had in force on a day, benefit by benefit, whatever came after: for options that rise by steps a year. */
export async function choicesInForceOn(
  tx: Tx,
  clientId: ClientId,
  { personId, schemeYearId, date }: { personId: PersonId; schemeYearId: SchemeYearId; date: IsoDate },
): Promise<Map<BenefitId, Choice>> {
  const rows = await tx
    .selectFrom('selection as s')
    .innerJoin('selection_version as v', (join) =>
      join.onRef('v.client_id', '=', 's.client_id').onRef('v.selection_id', '=', 's.id'),
    )
    .distinctOn('s.benefit_id')
    .select(['s.benefit_id as benefitId', 'v.choice'])
    .where('s.client_id', '=', clientId)
    .where('s.person_id', '=', personId)
    .where('s.scheme_year_id', '=', schemeYearId)
    .where('v.state', 'in', ['active', 'pended'])
    .where('v.effective_from', '<=', date)
    .orderBy('s.benefit_id')
    .orderBy('v.version', 'desc')
    .execute()
  // Written by this file alone, as a choice.
  return new Map(rows.map(({ benefitId, choice }) => [benefitId, choice as Choice]))
}
