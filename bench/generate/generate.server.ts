import { setImmediate as breathe } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId } from '../../contract/ids.ts'
import { inClient, inNoClient, type Clock, type Tx } from '../../database/database.ts'
import type { Database } from '../../database/tables.ts'
import { recordDecisions } from '../../features/approvals/approvals.queries.ts'
import { appendAudit } from '../../services/audit/audit.queries.ts'
import { RandomDraws } from '../../platform/random-draws.rules.ts'
import {
  schemeForEveryone,
  type CommonScheme,
  type GeneratedSelection,
  insertGenerated,
  generateSelections,
} from './generated-selections.queries.ts'
import { isApproval } from '../../services/recalculation/approval-actions.rules.ts'
import { recordTermsAcceptances } from '../../features/content/content.queries.ts'
import { importFacts } from '../../features/employees/employees.queries.ts'
import { addFamilyMembers } from '../../features/family/family.queries.ts'
import { savePersonDetails } from '../../services/people/profile.queries.ts'
import { createAccounts } from '../../services/session/account.queries.ts'
import type { SchemeFault } from '../../services/scheme/scheme-faults.ts'
import type { Secrets } from '../../features/scheme/import-people.server.ts'
import { readScheme, type Scheme } from '../../features/scheme/read-scheme.server.ts'
import { clientsByAddress, lockScheme } from '../../services/scheme/scheme.queries.ts'
import { raiseTimeLimits } from '../../platform/time-limits.queries.ts'
import { calculateTakeUp } from '../../features/take-up/calculate-take-up.queries.ts'
import { writeScheme } from '../../features/scheme/write-scheme.server.ts'
import { type GeneratedPerson, generatePeople } from './people.rules.ts'

export type Generating = {
  folder: string
  client: string
  people: number
  seed: number
  secrets: Secrets
}
export type GeneratedClient = {
  clientId: ClientId
  /** Email address of a person who may log in as an employer. */
  employer: string
  counts: Record<'people' | 'facts' | 'family' | 'selections' | 'versions' | 'deductions', number>
}

const batchSize = 1_000

/** Creates a client with invented people in one transaction. The same seed and day give the same rows and ids. */
export async function generateClient(
  db: Kysely<Database>,
  generating: Generating,
): Promise<{ generated: GeneratedClient } | { faults: SchemeFault[] } | { taken: string }> {
  const { client, seed } = generating
  const { today } = await inNoClient(db, (_, clock) => Promise.resolve(clock))
  const read = await readScheme(generating.folder, today)
  if ('faults' in read) return read
  const scheme = asClient(read.scheme, client)
  const clientId = new RandomDraws(seed, client, 'client').id() as ClientId
  return inClient(db, clientId, async (tx, clock) => {
    await raiseTimeLimits(tx)
    await lockScheme(tx, client)
    if ((await clientsByAddress(tx, { names: [client] })).size > 0) return { taken: client }
    const password = read.scheme.accounts?.value.password
    return { generated: await writeClient(tx, clientId, { scheme, generating, clock, password }) }
  })
}

function asClient(scheme: Scheme, client: string): Scheme {
  const name = `${scheme.client.value.name} ${client}`
  return {
    ...scheme,
    client: { ...scheme.client, value: { ...scheme.client.value, name, addresses: [client] } },
    people: [],
    accounts: undefined,
    openings: [],
    statements: [],
  }
}

async function writeClient(
  tx: Tx,
  clientId: ClientId,
  {
    scheme,
    generating,
    clock,
    password,
  }: { scheme: Scheme; generating: Generating; clock: Clock; password: string | undefined },
): Promise<GeneratedClient> {
  const { client, seed, people, secrets } = generating
  const newId = (of: string) => new RandomDraws(seed, client, of).id()
  const { termsRevision } = await writeScheme(tx, clientId, { scheme, newId })
  const { payrolls } = scheme.year.value
  const common = await schemeForEveryone(tx, clientId, clock)
  // All people share one hash, because hashing 100,000 passwords would take a quarter of an hour.
  const passwordHash = password === undefined ? null : await secrets.hashPassword(password)

  const counts = { people: 0, facts: 0, family: 0, selections: 0, versions: 0, deductions: 0 }
  const invented = generatePeople({ seed, client, people, today: clock.today, payrolls })
  const employers: GeneratedPerson[] = []
  let written = Promise.resolve()
  for (let batch = take(invented, batchSize); batch.length > 0; batch = take(invented, batchSize)) {
    if (employers.length === 0) employers.push(...batch.filter(({ account }) => account.userType === 'employer'))
    const generated = await inventAll(batch, { common, employers })
    await written
    count(counts, batch, generated)
    written = writeBatch(tx, clientId, {
      batch,
      generated,
      common,
      now: clock.now,
      passwordHash,
      termsRevision,
      secrets,
      newId,
    })
    // Prevents an unhandled rejection. The next batch awaits this promise and throws its error.
    written.catch(() => undefined)
  }
  await written

  await calculateTakeUp(tx, clientId, clock)
  const event = { at: clock.now, actor: null, subject: null }
  await appendAudit(tx, clientId, [{ ...event, action: 'client.generated', details: { seed, people } }])
  return { clientId, employer: employers[0]?.row.email ?? '', counts }
}

function take<Item>(items: Iterator<Item>, most: number): Item[] {
  const taken: Item[] = []
  while (taken.length < most) {
    const next = items.next()
    if (next.done) break
    taken.push(next.value)
  }
  return taken
}

async function inventAll(
  batch: readonly GeneratedPerson[],
  { common, employers }: { common: CommonScheme; employers: readonly GeneratedPerson[] },
): Promise<GeneratedSelection[]> {
  const generated: GeneratedSelection[] = []
  for (const { personId, row, facts, family, account, chance } of batch) {
    // Lets the event loop process responses of the database.
    await breathe()
    // Nobody may approve their own selection.
    const employerId = employers.find((employer) => employer.personId !== personId)?.personId
    if (account.state !== 'active' || employerId === undefined) continue
    const { firstName, surname, dateOfBirth } = row
    // Date facts are stored as ISO dates.
    const leftOn = row.facts['end-date'] as IsoDate | null
    const holder = { personId, firstName, surname, dateOfBirth, employerId, leftOn, facts, family, chance }
    generated.push(...generateSelections(common, holder))
  }
  return generated
}

function count(
  counts: GeneratedClient['counts'],
  batch: readonly GeneratedPerson[],
  generated: readonly GeneratedSelection[],
): void {
  const sum = <Item>(items: readonly Item[], size: (item: Item) => number) =>
    items.reduce((total, item) => total + size(item), 0)
  counts.people += batch.length
  counts.facts += sum(batch, ({ facts }) => facts.filter(isSaid).length)
  counts.family += sum(batch, ({ family }) => family.length)
  counts.selections += generated.length
  counts.versions += sum(generated, ({ versions }) => versions.length)
  counts.deductions += sum(generated, ({ deductions }) => deductions.length)
}

function isSaid({ value }: { value: string | null }): boolean {
  return value !== null
}

async function writeBatch(
  tx: Tx,
  clientId: ClientId,
  {
    batch,
    generated,
    common,
    now,
    passwordHash,
    termsRevision,
    secrets,
    newId,
  }: {
    batch: readonly GeneratedPerson[]
    generated: readonly GeneratedSelection[]
    common: CommonScheme
    now: string
    passwordHash: string | null
    termsRevision: number
    secrets: Secrets
    newId: (of: string) => string
  },
): Promise<void> {
  const activatedAt = new Date(now)
  await savePersonDetails(tx, clientId, { people: batch.map(({ personId, row }) => ({ personId, ...row })) })
  const origin = { source: 'generated', recordedBy: null, recordedAt: now }
  await importFacts(tx, clientId, {
    facts: batch.flatMap(({ personId, facts }) =>
      facts.filter(isSaid).map((fact) => ({ ...fact, ...origin, personId })),
    ),
  })
  await addFamilyMembers(tx, clientId, {
    members: batch.flatMap(({ personId, family }) => family.map((member) => ({ ...member, personId }))),
  })
  await insertGenerated(tx, clientId, { generated, common })
  const decisions = generated.flatMap(({ selection: { id }, versions }) =>
    versions
      .filter(({ action }) => isApproval(action) || action === 'reject')
      .flatMap(({ version, action, reason, actorId, recordedAt }) =>
        actorId === null
          ? []
          : [
              {
                id: newId(`decision ${id} ${version}`),
                selectionId: id,
                // A decision refers to the version before the version that records the decision.
                version: version - 1,
                approved: isApproval(action),
                reason,
                decidedBy: actorId,
                decidedAt: recordedAt,
              },
            ],
      ),
  )
  if (decisions.length > 0) await recordDecisions(tx, clientId, decisions)
  // Accounts are created last, because they add people to the employee list, whose rows are then written only once.
  await createAccounts(
    tx,
    clientId,
    batch.map(({ personId, row, account }) => ({
      personId,
      email: row.email,
      userType: account.userType,
      state: account.state,
      passwordHash: account.state === 'invited' ? null : passwordHash,
      insightsEnabled: account.insights,
      firstLogin: account.firstLogin,
      twoFactorSecret: account.twoFactorSeed && secrets.sealTwoFactorSecret(personId, account.twoFactorSeed),
      activatedAt: account.state === 'invited' ? null : activatedAt,
    })),
  )
  const joined = batch.filter(({ account }) => account.state !== 'invited')
  await recordTermsAcceptances(tx, clientId, {
    acceptances: joined.map(({ personId }) => ({ personId, revision: termsRevision })),
  })
}
