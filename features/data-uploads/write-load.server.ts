import type { IsoDate } from '../../contract/dates.ts'
import { newPersonId, type ClientId, type PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import { provideCoreCover } from '../benefits/following/core-cover.queries.ts'
import { followBirthDates, followRecorded } from '../benefits/following/follow.queries.ts'
import { fromThereOn, recordFacts, type RecordedFact } from '../employees/employees.queries.ts'
import type { PersonRow } from '../employees/people-csv.rules.ts'
import { holdEverybody, peopleBornOtherwise, personDetailsOf, savePersonDetails } from '../profile/profile.queries.ts'
import { changeAccount, createAccounts } from '../session/account.queries.ts'
import { breath, personIn } from './check-load.server.ts'
import { knownAmong } from './compare-load.server.ts'
import { concernedRows, notePeople, type WrittenPerson } from './load-people.queries.ts'
import { sourceOfLoad } from './load-source.ts'
import { readerOfRows, saidDetails, saidFacts } from './row-reading.server.ts'

type Writing = { loadId: string; columns: readonly string[]; recordedBy: PersonId | null; today: IsoDate }

/**
 * Has an upload count, in the transaction of its caller: of new people an account that nobody has activated, of everybody
 * whom it concerns details and facts, and then whatever follows from them. It gives nobody rights. Whoever is not in the file
 * stays as they are.
 */
export async function writeLoad(
  tx: Tx,
  clientId: ClientId,
  { loadId, columns, recordedBy, today }: Writing,
): Promise<{ facts: number; selections: number }> {
  // Also whoever is not in the file: cover for everybody is begun for whom it is due.
  await holdEverybody(tx, clientId)
  const read = await readerOfRows(tx, clientId, { columns, today })
  const followed: RecordedFact[] = []
  const bornOtherwise: PersonId[] = []
  let facts = 0
  for await (const rows of concernedRows(tx, clientId, { loadId })) {
    const written = await writePortion(tx, clientId, {
      people: rows.map((row) => personIn(row, read)),
      loadId,
      columns,
      recordedBy,
      today,
    })
    facts += written.facts
    followed.push(...written.followed)
    bornOtherwise.push(...written.bornOtherwise)
    await breath()
  }
  const given = await provideCoreCover(tx, clientId, { today })
  const repriced = await followRecorded(tx, clientId, { facts: followed, today })
  const corrected = await followBirthDates(tx, clientId, { people: bornOtherwise, today })
  return { facts, selections: given + repriced + corrected }
}

async function writePortion(
  tx: Tx,
  clientId: ClientId,
  { people, loadId, columns, recordedBy, today }: Writing & { people: readonly PersonRow[] },
): Promise<{ facts: number; followed: RecordedFact[]; bornOtherwise: PersonId[] }> {
  const { idOf, isKnown } = await knownAmong(tx, clientId, { people })
  const rows = people.map((row) => {
    const account = idOf.get(row.email)
    return { row, personId: account ?? newPersonId(), hasAccount: account !== undefined, known: isKnown(row.email) }
  })
  const before = await personDetailsOf(tx, clientId, {
    people: rows.filter(({ known }) => known).map(({ personId }) => personId),
  })
  const written = rows.map(({ row, personId }): WrittenPerson => {
    const { personId: _, ...was } = before.get(personId) ?? { personId }
    const known = 'firstName' in was ? was : undefined
    return { line: row.line, personId, before: known ?? null, after: saidDetails(row, { before: known, columns }) }
  })
  const details = written.map(({ personId, after }) => ({ personId, ...after }))
  const bornOtherwise = await peopleBornOtherwise(tx, clientId, { people: details })
  await savePersonDetails(tx, clientId, { people: details })
  const factsOf = (some: typeof rows) =>
    some.flatMap(({ row, personId, known }) =>
      saidFacts(row, { known, columns, today }).map((fact) => ({ ...fact, personId })),
    )
  // Who was taken back was never employed: nothing that was said of any day then holds any more.
  const returning = factsOf(rows.filter(({ known, hasAccount }) => hasAccount && !known))
  const recorded = await recordFacts(tx, clientId, {
    source: sourceOfLoad(loadId),
    recordedBy,
    facts: [
      ...factsOf(rows.filter(({ known, hasAccount }) => known || !hasAccount)),
      ...(await fromThereOn(tx, clientId, { facts: returning })),
    ],
  })
  // After what the list of employees shows, so that joiners are written into it once.
  await openAccounts(tx, clientId, { newcomers: rows.filter(({ known }) => !known) })
  await notePeople(tx, clientId, { loadId, people: written })
  // What a newcomer begins with goes by their facts as they are; only a last day changes it.
  const knownIds = new Set(rows.filter(({ known }) => known).map(({ personId }) => personId))
  const followed = recorded.filter(
    ({ personId, fact, value }) => knownIds.has(personId) || (fact === 'end-date' && value !== null),
  )
  return { facts: recorded.length, followed, bornOtherwise }
}

type Newcomer = { row: PersonRow; personId: PersonId; hasAccount: boolean }

/** An account as a scheme folder opens it: of an employee who is invited, without a password. */
async function openAccounts(
  tx: Tx,
  clientId: ClientId,
  { newcomers }: { newcomers: readonly Newcomer[] },
): Promise<void> {
  await createAccounts(
    tx,
    clientId,
    newcomers
      .filter(({ hasAccount }) => !hasAccount)
      .map(({ row, personId }) => ({
        personId,
        email: row.email,
        userType: 'employee' as const,
        state: 'invited' as const,
        passwordHash: null,
      })),
  )
  for (const { personId, hasAccount } of newcomers)
    if (hasAccount) await changeAccount(tx, clientId, personId, { state: 'invited' })
}
