import type { Kysely } from 'kysely'
import { londonDate, type IsoDate } from '../../contract/dates.ts'
import { newClientId, type ClientId } from '../../contract/ids.ts'
import { inClient, outsideClients, type Clock, type Tx } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { appendAudit } from '../audit/audit.queries.ts'
import { ratesOf, schemeYearOn } from '../benefits/benefits.queries.ts'
import { takeUnplanned } from '../benefits/pay/unplanned.queries.ts'
import { renewSelections } from '../benefits/renewal/renew-selections.queries.ts'
import { followChangedPots, potsToday } from '../benefits/following/changed-pots.queries.ts'
import { followRates } from '../benefits/following/follow-rates.queries.ts'
import { ratesToFollow } from '../benefits/following/rates-reached.rules.ts'
import type { RateTable } from '../benefits/pricing/rate-table.ts'
import { inFileOrder, type SchemeFault } from './faults.ts'
import { loadPeople, peopleFaults, type Secrets } from './people.server.ts'
import { bringHistory } from './history/bring-history.server.ts'
import { countPeople, type History } from './history/read-history.server.ts'
import { readScheme, type Scheme } from './reader.server.ts'
import { clientsByAddress, firstLoadedOn, lockScheme, type NewId, noteApplied } from './scheme.queries.ts'
import { takeTime } from '../../platform/take-time.queries.ts'
import { calculateTakeUp } from '../take-up/calculate-take-up.queries.ts'
import { type WrittenScheme, writeScheme } from './write-scheme.server.ts'
import { pastEndFaults, yearBeforeFaults } from './year-before.server.ts'

/** What an application added, changed or removed, by kind; all 0 when the folder was applied before. */
export type Changes = WrittenScheme['changes'] & Record<'people' | 'facts' | 'selections', number>
export type Applied = {
  clientId: ClientId
  name: string
  addresses: string[]
  changes: Changes
  /** Of named people who have not activated their account yet, by email. */
  activationIds: Record<string, string>
  /** How many people's history was left aside, as their client is here already and they keep theirs. */
  historyLeft: number
}

/**
 * Applies a scheme folder in one transaction. Either the whole folder counts afterwards, or there are faults and nothing
 * has changed. Applying the same folder again changes nothing and keeps what people have done since.
 */
export function applyScheme(
  db: Kysely<Database>,
  { folder, secrets }: Asked,
): Promise<{ applied: Applied } | { faults: SchemeFault[] }> {
  return withFolder(db, { folder, secrets }, inClient, async (tx, application) => {
    const applied = await writeApplication(tx, application)
    if (isChange(applied)) await noteChange(tx, application, applied)
    return { applied }
  })
}

export function isChange({ changes }: Applied): boolean {
  return Object.values(changes).some((count) => count > 0)
}

async function noteChange(tx: Tx, { scheme, clock }: Application, { clientId, changes }: Applied): Promise<void> {
  const { hash } = scheme
  await noteApplied(tx, clientId, { hash })
  await calculateTakeUp(tx, clientId, clock)
  const details = { hash, ...changes }
  await appendAudit(tx, clientId, [{ at: clock.now, actor: null, subject: null, action: 'scheme.applied', details }])
}

type Asked = { folder: string; secrets: Secrets }

/** A folder that was read for its client, in the transaction that applies it. */
export type Application = {
  clientId: ClientId
  /** It comes in with this application. */
  isNew: boolean
  scheme: Scheme
  clock: Clock
  secrets: Secrets
}

/** Reads a folder and does something with it in one transaction of its client, or answers the faults that it has. */
export async function withFolder<Result>(
  db: Kysely<Database>,
  { folder, secrets }: Asked,
  inTransaction: typeof inClient,
  work: (tx: Tx, application: Application) => Promise<Result>,
): Promise<Result | { faults: SchemeFault[] }> {
  const { today } = await outsideClients(db, (_, clock) => Promise.resolve(clock))
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
    return await inTransaction(db, clientId, async (tx, clock) => {
      await takeTime(tx)
      const [code = ''] = scheme.client.value.addresses
      await lockScheme(tx, code)
      if ((await clientsByAddress(tx, { names: [code] })).get(code) !== owner.clientId) throw new Overtaken()
      return await work(tx, { clientId, isNew: owner.clientId === undefined, scheme, clock, secrets })
    })
  } catch (error) {
    if (error instanceof Overtaken) return withFolder(db, { folder, secrets }, inTransaction, work)
    if (error instanceof Faulty) return { faults: inFileOrder(error.faults) }
    throw error
  }
}

/** Somebody else brought this client in while its folder was read. */
class Overtaken extends Error {}

/** Faults that only show while writing: thrown, so that the transaction is rolled back. */
class Faulty extends Error {
  readonly faults: SchemeFault[]
  constructor(faults: SchemeFault[]) {
    super('The scheme folder has faults')
    this.faults = faults
  }
}

const nothing = { people: 0, facts: 0, selections: 0 }
const nobody = { changed: 0, facts: 0, selections: 0, activationIds: {}, faults: [] }

/** Writes the scheme and people of a folder. Throws if people cannot be imported, so that the transaction is rolled back. */
export async function writeApplication(
  tx: Tx,
  { clientId, isNew, scheme, clock, secrets }: Application,
): Promise<Applied> {
  const { client } = scheme
  const open = [
    ...(await yearBeforeFaults(tx, clientId, scheme)),
    ...(await pastEndFaults(tx, clientId, { scheme, readOn: clock.today })),
  ]
  if (open.length > 0) throw new Faulty(open)
  const history = isNew ? scheme.history : undefined
  // Who only comes with their history is as they were: what is due to them since is the daily jobs' to do.
  const comesAsItWas = history !== undefined && scheme.people.length === 0
  const ratesBefore = await ratesToday(tx, clientId, clock.today)
  const potsBefore = await potsToday(tx, clientId, clock)
  const written = await writeScheme(tx, clientId, { scheme, newId: idsOf(history) })
  const brought = history ? await bringHistory(tx, clientId, { history, written }) : nothing
  const faults = await peopleFaults(tx, clientId, { scheme, secrets })
  if (faults.length > 0) throw new Faulty(faults)
  const loading = {
    scheme,
    secrets,
    termsRevision: written.termsRevision,
    now: clock.now,
    today: clock.today,
    benefitIds: written.benefitIds,
  }
  const people = comesAsItWas ? nobody : await loadPeople(tx, clientId, loading)
  if (people.faults.length > 0) throw new Faulty(people.faults)

  const { today } = clock
  const ratesNow = await ratesToday(tx, clientId, today)
  const changed = ratesToFollow({ before: ratesBefore, after: ratesNow, newcomers: people.changed > 0 }, { to: today })
  const repriced = comesAsItWas
    ? 0
    : (await renewSelections(tx, clientId, { today })) +
      (await followRates(tx, clientId, { changed, today })) +
      (await followChangedPots(tx, clientId, { before: potsBefore, today }))
  // Behind everything that holds people: pay is written for whom this transaction has.
  if (!isNew && written.changes.payrolls > 0) await takeUnplanned(tx, clientId, { today })
  const changes: Changes = {
    ...written.changes,
    people: people.changed + brought.people,
    facts: people.facts + brought.facts,
    selections: people.selections + brought.selections + repriced,
  }
  return {
    clientId,
    name: client.value.name,
    addresses: client.value.addresses,
    changes,
    activationIds: people.activationIds,
    historyLeft: isNew || !scheme.history ? 0 : countPeople(scheme.history),
  }
}

/** The rate tables of the scheme year of today. */
async function ratesToday(tx: Tx, clientId: ClientId, today: IsoDate): Promise<RateTable[]> {
  const year = await schemeYearOn(tx, clientId, { date: today })
  return year ? ratesOf(tx, clientId, { schemeYearId: year.id }) : []
}

/** Whatever a history knew by an id keeps it, so that addresses stay true and everything stands in the same order. */
function idsOf(history: History | undefined): NewId {
  const known = new Map<string, string>()
  for (const { value } of history?.lines('ids') ?? []) known.set(value.of, value.id)
  for (const { value } of history?.lines('periods') ?? [])
    known.set(`payroll ${value.period.replaceAll('/', ' ')}`, value.id)
  return (of) => known.get(of) ?? crypto.randomUUID()
}

/** The client of the folder's sub-domain names: undefined for a new one, a fault where a name belongs to somebody else. */
async function ownerOf(
  db: Kysely<Database>,
  { client }: Scheme,
): Promise<{ clientId: ClientId | undefined } | { faults: SchemeFault[] }> {
  const { addresses } = client.value
  const owners = await outsideClients(db, (tx) => clientsByAddress(tx, { names: addresses }))
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
  const moment = await inClient(db, clientId, (tx) => firstLoadedOn(tx, clientId))
  return moment === undefined ? today : londonDate(new Date(moment))
}
