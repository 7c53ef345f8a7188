import { actorOfCommand } from '../audit/operator.rules.ts'
import type { Kysely } from 'kysely'
import { londonDate, type IsoDate } from '../../contract/dates.ts'
import { newClientId, type ClientId } from '../../contract/ids.ts'
import { inClient, inRolledBackTransaction, inNoClient, type Clock, type Tx } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { raiseTimeLimits } from '../../platform/time-limits.queries.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import type { PersonRow } from '../../services/people/people-csv.rules.ts'
import { markAsRolledBack } from '../employees/fact-sequence.queries.ts'
import { calculateTakeUp } from '../take-up/calculate-take-up.queries.ts'
import { inFileOrder, type SchemeFault } from '../../services/scheme/scheme-faults.ts'
import { mergeChanges, recalculateForScheme, schemeChange, schemeToday } from './recalculate-scheme.queries.ts'
import { importHistory } from '../scheme-history/import-history.server.ts'
import { countPeople, type History } from '../scheme-history/read-history.server.ts'
import { type PeopleInput, importPeople, peopleFaults, type Secrets } from './import-people.server.ts'
import { readScheme, type Scheme } from './read-scheme.server.ts'
import {
  clientsByAddress,
  clientCreatedOn,
  hasAtMostPeople,
  lockScheme,
  type NewId,
} from '../../services/scheme/scheme.queries.ts'
import { resolveDay } from '../../domain/definition/day.rules.ts'
import { recalculateEverybody } from './scheme.jobs.ts'
import {
  recordUnfinishedApplication,
  deleteUnfinishedApplication,
  lockUnfinishedApplication,
} from './unfinished-application.queries.ts'
import { type WrittenScheme, writeClientData, writeScheme, writeSchemeYear } from './write-scheme.server.ts'
import { faultsOfDatesAfterLastDay, previousYearFaults } from './previous-year.server.ts'

type Changes = WrittenScheme['changes'] & Record<'people' | 'facts' | 'selections', number>
export type ApplyResult = {
  clientId: ClientId
  name: string
  addresses: string[]
  changes: Changes
  activationIds: Record<string, string>
  historyLeft: number
}

type ApplyRequest = {
  folder: string
  secrets: Secrets
  /** People per transaction. A folder with no more people is applied in one transaction. */
  portion?: number
  operator?: string | undefined
  write?: (tx: Tx, application: SchemeToApply) => Promise<ApplyResult>
}

/** With `isPartial`, the data changed after the check: the scheme and the people before the fault were applied. */
export type Faults = { faults: SchemeFault[]; isPartial?: true }

/** Applies the scheme in one transaction, then people in portions. If interrupted, apply the same folder again. */
export function applyScheme(
  db: Kysely<Database>,
  { folder, secrets, portion = 500, operator, write = writeSchemeFolder }: ApplyRequest,
): Promise<{ applied: ApplyResult } | Faults> {
  return withRead(db, { folder, secrets }, async (found) => {
    const read = { ...found, operator }
    return (await isSmall(db, read, portion))
      ? { applied: await applyWhole(db, read, write) }
      : applyInPortions(db, read, portion)
  })
}

function applyWhole(db: Kysely<Database>, read: Read, write: NonNullable<ApplyRequest['write']>): Promise<ApplyResult> {
  return inApplication(db, read, inClient, async (tx, application) => {
    const applied = await write(tx, application)
    if (changesAnything(applied)) await recordApplication(tx, application, applied)
    return applied
  })
}

async function applyInPortions(
  db: Kysely<Database>,
  read: Read,
  portion: number,
): Promise<{ applied: ApplyResult } | Faults> {
  const { people } = read.scheme
  const portions = Array.from({ length: Math.ceil(people.length / portion) }, (_, index) =>
    people.slice(index * portion, (index + 1) * portion),
  )
  await requireOpenings(db, read, portions)
  const { written, applied } = await inApplication(db, read, inClient, async (tx, application) => {
    const begun = await beginApplication(tx, application)
    if (changesAnything(begun.applied)) await recordApplication(tx, application, begun.applied)
    return begun
  })
  const { clientId } = read
  const { changes, activationIds } = applied
  changes.selections += await recalculateEverybody(db, clientId, { portion })
  const known = { ...read, isNew: false }
  try {
    for (const rows of portions) {
      const loaded = await inApplication(db, known, inClient, (tx, application) =>
        applyPeople(tx, { ...application, scheme: { ...read.scheme, people: rows } }, written),
      )
      for (const kind of ['people', 'facts', 'selections'] as const) changes[kind] += loaded[kind]
      Object.assign(activationIds, loaded.activationIds)
    }
    if (portions.length > 0)
      await inApplication(db, known, inClient, async (tx, application) => {
        await requireOwn(tx, application)
        await deleteUnfinishedApplication(tx, clientId)
        await calculateTakeUp(tx, clientId, application.clock)
      })
  } catch (error) {
    if (error instanceof FaultsFound) return { faults: inFileOrder(error.faults), isPartial: true }
    throw error
  }
  return { applied }
}

async function requireOwn(tx: Tx, { clientId, scheme: { hash, client } }: SchemeToApply): Promise<void> {
  const unfinished = await lockUnfinishedApplication(tx, clientId)
  if (unfinished?.folderHash === hash && unfinished.isRecalculated) return
  const reason = 'Another folder of this client was applied meanwhile: to use this one, apply it again'
  throw new FaultsFound([{ file: client.file, line: 1, reason }])
}

/** Throws faults of opening selections, which appear only when the new scheme prices them. Rolls back everything. */
async function requireOpenings(
  db: Kysely<Database>,
  read: Read,
  portions: readonly (readonly PersonRow[])[],
): Promise<void> {
  const withOpenings = new Set(read.scheme.openings.map(({ email }) => email))
  const faults: SchemeFault[] = []
  for (const rows of portions) {
    const people = rows.filter(({ email }) => withOpenings.has(email))
    if (people.length === 0) continue
    const hashPassword = () => Promise.resolve('')
    const rehearsed = { ...read, scheme: { ...read.scheme, people }, secrets: { ...read.secrets, hashPassword } }
    const found = await inApplication(db, rehearsed, inRolledBackTransaction, async (tx, application) => {
      markAsRolledBack(tx)
      await requireYear(tx, application)
      const written = await writeScheme(tx, read.clientId, { scheme: read.scheme, newId: idsOf(new Map()) })
      if ((await peopleFaults(tx, read.clientId, rehearsed)).length > 0) return []
      return (await importPeople(tx, read.clientId, peopleInput(application, written, { everybody: false }))).faults
    })
    faults.push(...found)
  }
  if (faults.length > 0) throw new FaultsFound(faults)
}

export function changesAnything({ changes }: Pick<ApplyResult, 'changes'>): boolean {
  return Object.values(changes).some((count) => count > 0)
}

async function recordApplication(
  tx: Tx,
  { clientId, scheme: { hash }, clock, operator }: SchemeToApply,
  { changes }: ApplyResult,
): Promise<void> {
  await calculateTakeUp(tx, clientId, clock)
  const details = { hash, ...changes }
  const actor = actorOfCommand(operator)
  await appendAudit(tx, clientId, [{ at: clock.now, actor, subject: null, action: 'scheme.applied', details }])
}

type Read = {
  clientId: ClientId
  isNew: boolean
  scheme: Scheme
  secrets: Secrets
  operator?: string | undefined
}

export type SchemeToApply = Read & { clock: Clock }

export function withFolder<Result>(
  db: Kysely<Database>,
  asked: Pick<ApplyRequest, 'folder' | 'secrets'>,
  inTransaction: typeof inClient,
  work: (tx: Tx, application: SchemeToApply) => Promise<Result>,
): Promise<Result | Faults> {
  return withRead(db, asked, (read) => inApplication(db, read, inTransaction, work))
}

async function withRead<Result>(
  db: Kysely<Database>,
  { folder, secrets }: Pick<ApplyRequest, 'folder' | 'secrets'>,
  work: (read: Read) => Promise<Result>,
): Promise<Result | Faults> {
  const { today } = await inNoClient(db, (_, clock) => Promise.resolve(clock))
  let read = await readScheme(folder, today)
  if ('faults' in read) return read

  const owner = await ownerOf(db, read.scheme)
  if ('faults' in owner) return owner
  const clientId = owner.clientId ?? newClientId()
  const firstDay = owner.clientId === undefined ? today : await dayOfFirstLoad(db, owner.clientId, today)
  if (firstDay !== today) read = await readScheme(folder, firstDay, today)
  if ('faults' in read) return read

  const { scheme } = read
  try {
    return await work({ clientId, isNew: owner.clientId === undefined, scheme, secrets })
  } catch (error) {
    if (error instanceof ClientCreatedMeanwhile) return withRead(db, { folder, secrets }, work)
    if (error instanceof FaultsFound) return { faults: inFileOrder(error.faults) }
    throw error
  }
}

function inApplication<Result>(
  db: Kysely<Database>,
  read: Read,
  inTransaction: typeof inClient,
  work: (tx: Tx, application: SchemeToApply) => Promise<Result>,
): Promise<Result> {
  const { clientId, isNew, scheme } = read
  return inTransaction(db, clientId, async (tx, clock) => {
    await raiseTimeLimits(tx)
    const [code = ''] = scheme.client.value.addresses
    await lockScheme(tx, code)
    const owner = (await clientsByAddress(tx, { names: [code] })).get(code)
    if (owner !== (isNew ? undefined : clientId)) throw new ClientCreatedMeanwhile()
    return await work(tx, { ...read, clock })
  })
}

class ClientCreatedMeanwhile extends Error {}

class FaultsFound extends Error {
  readonly faults: SchemeFault[]
  constructor(faults: SchemeFault[]) {
    super('The scheme folder has faults')
    this.faults = faults
  }
}

const noHistory = { people: 0, facts: 0, selections: 0 }
const noPeople = { changed: 0, facts: 0, selections: 0, people: [], activationIds: {}, faults: [] }

/** True for a new client whose people come only from the history. Daily jobs recalculate them later. */
function isRestored({ isNew, scheme }: Read): boolean {
  return isNew && scheme.history !== undefined && scheme.people.length === 0
}

function isSmall(db: Kysely<Database>, read: Read, portion: number): Promise<boolean> {
  if (isRestored(read)) return Promise.resolve(true)
  if (read.scheme.people.length > portion) return Promise.resolve(false)
  return inClient(db, read.clientId, (tx) => hasAtMostPeople(tx, read.clientId, { most: portion }))
}

export async function writeSchemeFolder(tx: Tx, application: SchemeToApply): Promise<ApplyResult> {
  const { clientId, isNew, clock } = application
  const unfinished = await lockUnfinishedApplication(tx, clientId)
  const { written, before, brought } = await writeSchemeAndHistory(tx, application)
  const isAsItWas = isRestored(application)
  const people = isAsItWas
    ? noPeople
    : await importPeople(tx, clientId, peopleInput(application, written, { everybody: true }))
  if (people.faults.length > 0) throw new FaultsFound(people.faults)

  const change = schemeChange(before, await schemeToday(tx, clientId, clock), {
    newcomers: people.changed > 0,
    periods: !isNew && written.changes.payrolls > 0,
  })
  const whole = unfinished ? mergeChanges(unfinished.change, change) : change
  const repriced = isAsItWas ? 0 : await recalculateForScheme(tx, clientId, { change: whole, today: clock.today })
  await deleteUnfinishedApplication(tx, clientId)
  return appliedOf(application, {
    written,
    activationIds: people.activationIds,
    people: people.changed + brought.people,
    facts: people.facts + brought.facts,
    selections: people.selections + brought.selections + repriced,
  })
}

async function beginApplication(
  tx: Tx,
  application: SchemeToApply,
): Promise<{ written: WrittenScheme; applied: ApplyResult }> {
  const { clientId, isNew, scheme, clock } = application
  await lockUnfinishedApplication(tx, clientId)
  const { written, before, brought } = await writeSchemeAndHistory(tx, application)
  const after = await schemeToday(tx, clientId, clock)
  const change = schemeChange(before, after, { newcomers: false, periods: !isNew && written.changes.payrolls > 0 })
  await recordUnfinishedApplication(tx, clientId, {
    change,
    hasPeople: scheme.people.length > 0,
    folderHash: scheme.hash,
  })
  return { written, applied: appliedOf(application, { written, activationIds: {}, ...brought }) }
}

async function applyPeople(
  tx: Tx,
  application: SchemeToApply,
  written: WrittenScheme,
): Promise<Record<'people' | 'facts' | 'selections', number> & Pick<ApplyResult, 'activationIds'>> {
  const { clientId, scheme, secrets, clock } = application
  const { today } = clock
  await requireOwn(tx, application)
  const taken = await peopleFaults(tx, clientId, { scheme, secrets })
  if (taken.length > 0) throw new FaultsFound(taken)
  const loaded = await importPeople(tx, clientId, peopleInput(application, written, { everybody: false }))
  if (loaded.faults.length > 0) throw new FaultsFound(loaded.faults)
  // Recalculate only the imported people, because an earlier call recalculated everybody else.
  const after = await schemeToday(tx, clientId, clock)
  const change = schemeChange({ rates: [], pots: [], today }, after, { newcomers: loaded.changed > 0, periods: false })
  const repriced = await recalculateForScheme(tx, clientId, { change, people: loaded.people, today })
  const counts = { people: loaded.changed, facts: loaded.facts, selections: loaded.selections + repriced }
  if (Object.values(counts).some((count) => count > 0))
    await appendAudit(tx, clientId, [
      {
        at: clock.now,
        actor: actorOfCommand(application.operator),
        subject: null,
        action: 'scheme.people-applied',
        details: counts,
      },
    ])
  return { ...counts, activationIds: loaded.activationIds }
}

function appliedOf(
  { clientId, isNew, scheme }: SchemeToApply,
  {
    written,
    activationIds,
    people,
    facts,
    selections,
  }: { written: WrittenScheme; activationIds: ApplyResult['activationIds'] } & Record<
    'people' | 'facts' | 'selections',
    number
  >,
): ApplyResult {
  const { name, addresses } = scheme.client.value
  return {
    clientId,
    name,
    addresses,
    changes: { ...written.changes, people, facts, selections },
    activationIds,
    historyLeft: isNew || !scheme.history ? 0 : countPeople(scheme.history),
  }
}

async function requireYear(tx: Tx, { clientId, scheme, clock }: SchemeToApply): Promise<void> {
  const faults = [
    ...(await previousYearFaults(tx, clientId, scheme)),
    ...(await faultsOfDatesAfterLastDay(tx, clientId, { scheme, readOn: clock.today })),
  ]
  if (faults.length > 0) throw new FaultsFound(faults)
}

async function writeSchemeAndHistory(tx: Tx, application: SchemeToApply) {
  const { clientId, isNew, scheme, clock, secrets } = application
  const history = isNew ? scheme.history : undefined
  const ids = idsIn(history)
  const before = await schemeToday(tx, clientId, clock)
  const client = await writeClientData(tx, clientId, scheme)
  const earlierYears = []
  for (const earlier of history ? scheme.earlierYears : []) {
    const year = resolveDay(earlier.year.value.from, earlier.today).slice(0, 4)
    earlierYears.push(await writeSchemeYear(tx, clientId, { scheme: earlier, newId: idsOfEarlierYear(ids, year) }))
  }
  await requireYear(tx, application)
  const year = await writeSchemeYear(tx, clientId, { scheme, newId: idsOf(ids) })
  const written = { ...client, ...year, changes: { ...client.changes, ...year.changes } }
  const brought = history ? await importHistory(tx, clientId, { history, written: [...earlierYears, year] }) : noHistory
  const faults = await peopleFaults(tx, clientId, { scheme, secrets })
  if (faults.length > 0) throw new FaultsFound(faults)
  return { written, before, brought }
}

function peopleInput(
  { scheme, secrets, clock }: SchemeToApply,
  { termsRevision, benefitIds }: Pick<WrittenScheme, 'termsRevision' | 'benefitIds'>,
  { everybody }: { everybody: boolean },
): PeopleInput {
  return { scheme, secrets, termsRevision, now: clock.now, today: clock.today, benefitIds, everybody }
}

function idsIn(history: History | undefined): ReadonlyMap<string, string> {
  const known = new Map<string, string>()
  for (const { value } of history?.lines('ids') ?? []) known.set(value.of, value.id)
  for (const { value } of history?.lines('periods') ?? [])
    known.set(`payroll ${value.period.replaceAll('/', ' ')}`, value.id)
  return known
}

function idsOf(known: ReadonlyMap<string, string>): NewId {
  return (of) => known.get(of) ?? crypto.randomUUID()
}

function idsOfEarlierYear(known: ReadonlyMap<string, string>, year: string): NewId {
  return (of) => known.get(/^(window|rates) /.test(of) ? `${year} ${of}` : of) ?? crypto.randomUUID()
}

async function ownerOf(
  db: Kysely<Database>,
  { client }: Scheme,
): Promise<{ clientId: ClientId | undefined } | { faults: SchemeFault[] }> {
  const { addresses } = client.value
  const owners = await inNoClient(db, (tx) => clientsByAddress(tx, { names: addresses }))
  const clientId = owners.get(addresses[0] ?? '')
  const faults = addresses.flatMap((name, index) => {
    const owner = owners.get(name)
    return owner === undefined || owner === clientId
      ? []
      : [
          {
            file: client.file,
            line: client.lineOf(['addresses', index]),
            reason: `The sub-domain name "${name}" belongs to another client`,
          },
        ]
  })
  return faults.length > 0 ? { faults } : { clientId }
}

async function dayOfFirstLoad(db: Kysely<Database>, clientId: ClientId, today: IsoDate): Promise<IsoDate> {
  const moment = await inClient(db, clientId, (tx) => clientCreatedOn(tx, clientId))
  return moment === undefined ? today : londonDate(new Date(moment))
}
