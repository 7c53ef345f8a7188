import { createHash } from 'node:crypto'
import type { IsoDate } from '../../contract/dates.ts'
import { newPersonId, type BenefitId, type ClientId, type PersonId } from '../../contract/ids.ts'
import { penceFromPounds } from '../../contract/money.ts'
import type { Tx } from '../../database/database.ts'
import { concurrentHashes } from '../../platform/hashing.ts'
import { provideCoreCover } from '../recalculation/core-cover.queries.ts'
import {
  recalculateForBirthDates,
  recalculateForRecordedFacts,
} from '../../services/recalculation/recalculate.queries.ts'
import { importOpeningSelections } from '../selections/opening-selections.queries.ts'
import { recordTermsAcceptances } from '../content/content.queries.ts'
import { peopleByEmployeeNumber, recordFacts } from '../employees/employees.queries.ts'
import { employmentFactsOf } from '../employees/employment-facts.rules.ts'
import { deathRecordedReason, numberTakenReason, type PersonRow } from '../../services/people/people-csv.rules.ts'
import { addFamilyMembers, familyIds } from '../family/family.queries.ts'
import { storeActivationLink } from '../password/password-links.queries.ts'
import {
  lockEveryone,
  lockPeople,
  peopleWithOtherBirthDate,
  savePersonDetails,
} from '../../services/people/profile.queries.ts'
import { createAccounts } from '../../services/session/account.queries.ts'
import type { StoredToken } from '../../services/session/tokens.server.ts'
import { addStatementRows } from '../total-benefits/statements.queries.ts'
import { openVoucherAccounts } from '../vouchers/vouchers.queries.ts'
import { resolveDay } from '../../domain/definition/day.rules.ts'
import type { SchemeFault } from '../../services/scheme/scheme-faults.ts'
import type { AccountEntry } from '../../services/scheme/folder-format.ts'
import type { Scheme } from './read-scheme.server.ts'
import { accountsByEmail, peopleWhoDied } from '../../services/scheme/scheme.queries.ts'

export type Secrets = {
  hashPassword: (password: string) => Promise<string>
  sealTwoFactorSecret: (personId: PersonId, secret: string) => string
  /** Null if the portal must not use activation ids from the folder. */
  keepActivationId: ((clientId: ClientId, id: string) => StoredToken) | null
}

export type PeopleInput = {
  scheme: Scheme
  secrets: Secrets
  termsRevision: number
  now: string
  /** Day of the application. Relative days in the folder start from `scheme.today`. */
  today: IsoDate
  benefitIds: ReadonlyMap<string, BenefitId>
  /** True: locks everyone and starts their core cover. False: does so for the imported people only. */
  everybody: boolean
}
type JoinerRow = { row: PersonRow; personId: PersonId; entry: AccountEntry | undefined; registered: boolean }

export async function peopleFaults(
  tx: Tx,
  clientId: ClientId,
  { scheme: { people, accounts }, secrets }: Pick<PeopleInput, 'scheme' | 'secrets'>,
): Promise<SchemeFault[]> {
  const known = await accountsByEmail(tx, clientId, { emails: people.map(({ email }) => email) })
  const holders = await peopleByEmployeeNumber(tx, clientId, {
    numbers: people.flatMap(({ facts }) => facts['employee-number'] ?? []),
  })
  const taken = people.flatMap(({ line, email, facts }) => {
    const number = facts['employee-number'] ?? ''
    const holder = holders.get(number)
    return holder === undefined || holder === known.get(email)
      ? []
      : [{ file: 'people.csv', line, reason: numberTakenReason(number) }]
  })
  const overridesWithoutReason = people.flatMap(({ line, email, facts }) => {
    const personId = known.get(email)
    return personId && facts['end-date'] && !facts['leaving-reason'] ? [{ line, personId }] : []
  })
  const died = await peopleWhoDied(tx, clientId, { people: overridesWithoutReason.map(({ personId }) => personId) })
  const emptied = overridesWithoutReason.filter(({ personId }) => died.has(personId))
  const guessable = Object.entries(accounts?.value.named ?? {}).filter(
    ([, { activationId }]) => activationId !== undefined && secrets.keepActivationId === null,
  )
  return [
    ...taken,
    ...emptied.map(({ line }) => ({ file: 'people.csv', line, reason: deathRecordedReason })),
    ...guessable.map(([email]) => ({
      file: accounts?.file ?? '',
      line: accounts?.lineOf(['named', email, 'activationId']) ?? 1,
      reason: 'Only a demo accepts activation ids in a folder; npm run portal -- invite mails a link instead',
    })),
  ]
}

/** Existing people keep their accounts, family and selections. Only joiners get accounts and history. */
export async function importPeople(
  tx: Tx,
  clientId: ClientId,
  loading: PeopleInput,
): Promise<{
  changed: number
  facts: number
  selections: number
  people: PersonId[]
  activationIds: Record<string, string>
  faults: SchemeFault[]
}> {
  const { people, accounts } = loading.scheme
  const known = await accountsByEmail(tx, clientId, { emails: people.map(({ email }) => email) })
  const newcomers = people
    .filter(({ email }) => !known.has(email))
    .map((row): JoinerRow => {
      const entry = accounts?.value.named[row.email]
      const registered = entry
        ? entry.state !== 'invited'
        : isPersonOf(row.email, accounts?.value.othersRegistered ?? 0)
      return { row, entry, registered, personId: newPersonId() }
    })
  const idOf = new Map([...known, ...newcomers.map(({ row, personId }) => [row.email, personId] as const)])

  const rows = people.flatMap((row) => {
    const personId = idOf.get(row.email)
    return personId === undefined ? [] : [{ row, personId }]
  })
  // New rates and flex allowance rules may affect people who aren't in the folder.
  if (loading.everybody) await lockEveryone(tx, clientId)
  else await lockPeople(tx, clientId, { people: [...known.values()] })
  const bornOtherwise = await peopleWithOtherBirthDate(tx, clientId, {
    people: rows.map(({ row: { dateOfBirth }, personId }) => ({ personId, dateOfBirth })),
  })
  const changed = await savePersonDetails(tx, clientId, {
    people: rows.map(({ row: { title, firstName, surname, dateOfBirth, sex, nationalInsuranceNumber }, personId }) => ({
      personId,
      title,
      firstName,
      surname,
      dateOfBirth,
      sex,
      nationalInsuranceNumber,
    })),
  })
  const facts = await recordFacts(tx, clientId, {
    source: 'scheme',
    facts: rows.flatMap(({ row, personId }) =>
      employmentFactsOf(row, { known: known.has(row.email), today: loading.today }).map((fact) => ({
        ...fact,
        personId,
      })),
    ),
  })
  // Accounts come after details and facts, so that the rows of the employee list are written only once.
  await openAccounts(tx, clientId, newcomers, loading)
  await importHistory(tx, clientId, newcomers, loading)
  const activationIds = await keepActivationIds(tx, clientId, idOf, loading)
  const faults = await importSelections(tx, clientId, newcomers, loading)
  const given = await provideCoreCover(tx, clientId, {
    people: loading.everybody ? undefined : rows.map(({ personId }) => personId),
    today: loading.today,
  })
  // Selections of joiners were priced from the folder's facts, so only a last day changes them.
  const knownIds = new Set(known.values())
  const followed = await recalculateForRecordedFacts(tx, clientId, {
    facts: facts.filter(
      ({ personId, fact, value }) => knownIds.has(personId) || (fact === 'end-date' && value !== null),
    ),
    today: loading.today,
  })
  const corrected = await recalculateForBirthDates(tx, clientId, { people: bornOtherwise, today: loading.today })
  return {
    changed,
    facts: facts.length,
    selections: given + followed + corrected,
    people: rows.map(({ personId }) => personId),
    activationIds,
    faults,
  }
}

async function openAccounts(
  tx: Tx,
  clientId: ClientId,
  newcomers: readonly JoinerRow[],
  { scheme, secrets, now }: PeopleInput,
): Promise<void> {
  const password = scheme.accounts?.value.password
  const hashes = await inSmallGroups(newcomers, ({ registered }) =>
    registered && password !== undefined ? secrets.hashPassword(password) : Promise.resolve(null),
  )
  await createAccounts(
    tx,
    clientId,
    newcomers.map(({ row, personId, entry, registered }, index) => ({
      personId,
      email: row.email,
      userType: entry?.userType ?? 'employee',
      state: entry?.state ?? (registered ? 'active' : 'invited'),
      passwordHash: hashes[index] ?? null,
      insightsEnabled: entry?.insights ?? false,
      firstLogin: entry ? entry.firstLogin : !registered,
      twoFactorSecret: entry?.twoFactorSecret ? secrets.sealTwoFactorSecret(personId, entry.twoFactorSecret) : null,
      activatedAt: registered ? new Date(now) : null,
    })),
  )
}

async function keepActivationIds(
  tx: Tx,
  clientId: ClientId,
  idOf: ReadonlyMap<string, PersonId>,
  { scheme, secrets, now }: PeopleInput,
): Promise<Record<string, string>> {
  const kept: [string, string][] = []
  for (const [email, { activationId }] of Object.entries(scheme.accounts?.value.named ?? {})) {
    const personId = idOf.get(email)
    if (activationId === undefined || personId === undefined || secrets.keepActivationId === null) continue
    const token = secrets.keepActivationId(clientId, activationId)
    if (await storeActivationLink(tx, clientId, { personId, token, now: new Date(now) }))
      kept.push([email, activationId])
  }
  return Object.fromEntries(kept)
}

async function importHistory(
  tx: Tx,
  clientId: ClientId,
  newcomers: readonly JoinerRow[],
  { scheme, termsRevision }: PeopleInput,
): Promise<void> {
  const { today, statements } = scheme
  const newIds = new Map(newcomers.map(({ row, personId }) => [row.email, personId]))
  await recordTermsAcceptances(tx, clientId, {
    acceptances: newcomers.flatMap(({ personId, entry, registered }) => {
      const terms = entry?.terms ?? (registered ? 'accepted' : 'none')
      const revision = terms === 'accepted' ? termsRevision : terms === 'previous' ? termsRevision - 1 : 0
      return revision > 0 ? [{ personId, revision }] : []
    }),
  })
  await addFamilyMembers(tx, clientId, {
    members: newcomers.flatMap(({ personId, entry }) =>
      (entry?.family ?? []).map(({ dateOfBirth, educationEnds, title, ...member }) => ({
        ...member,
        personId,
        title: title ?? null,
        dateOfBirth: resolveDay(dateOfBirth, today),
        fullTimeEducationEnds: educationEnds === undefined ? null : resolveDay(educationEnds, today),
      })),
    ),
  })
  await openVoucherAccounts(tx, clientId, {
    accounts: newcomers.flatMap(({ personId, entry }) =>
      entry?.vouchers
        ? [
            {
              personId,
              balance: penceFromPounds(entry.vouchers.balance),
              lastPaymentOn: resolveDay(entry.vouchers.lastPayment, today),
            },
          ]
        : [],
    ),
  })
  await addStatementRows(tx, clientId, {
    rows: statements.flatMap(({ email, group, year, month, employee, employer }) => {
      const personId = newIds.get(email)
      return personId === undefined ? [] : [{ personId, group, year, month, employee, employer }]
    }),
  })
}

async function importSelections(
  tx: Tx,
  clientId: ClientId,
  newcomers: readonly JoinerRow[],
  { scheme, benefitIds, today }: PeopleInput,
): Promise<SchemeFault[]> {
  const newIds = new Map(newcomers.map(({ row, personId }) => [row.email, personId]))
  const family = await familyIds(tx, clientId, { people: [...newIds.values()] })
  const opening = scheme.openings.flatMap(({ line, email, benefit, state, from, values, people }) => {
    const [personId, benefitId] = [newIds.get(email), benefitIds.get(benefit)]
    if (personId === undefined || benefitId === undefined) return []
    return [
      {
        line,
        personId,
        benefitId,
        state,
        from,
        values,
        people: people.flatMap((name) => family.get(`${personId} ${name}`) ?? []),
      },
    ]
  })
  const problems = await importOpeningSelections(tx, clientId, { selections: opening, today })
  return [...problems].map(([index, reason]) => ({
    file: 'opening-selections.csv',
    line: opening[index]?.line ?? 1,
    reason,
  }))
}

/** The same people are selected at each import, even after the file has changed. */
function isPersonOf(email: string, percent: number): boolean {
  return (createHash('sha256').update(email).digest()[0] ?? 255) < (percent / 100) * 256
}

/** The server refuses too many simultaneous password hashes. */
async function inSmallGroups<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let from = 0; from < items.length; from += concurrentHashes)
    results.push(...(await Promise.all(items.slice(from, from + concurrentHashes).map(work))))
  return results
}
