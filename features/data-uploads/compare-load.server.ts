import type { IsoDate } from '../../contract/dates.ts'
import type { ClientId, PersonId } from '../../contract/ids.ts'
import { poundsFromPence } from '../../contract/money.ts'
import type { Tx } from '../../database/database.ts'
import { newsAmong } from '../employees/employees.queries.ts'
import { columnOfFact, type FactName, isAmountFact, type PersonRow } from '../employees/people-csv.rules.ts'
import { personDetailsOf, type PersonDetails } from '../profile/profile.queries.ts'
import { accountsByEmail } from '../scheme/scheme.queries.ts'
import { breath, personIn, type Checking } from './check-load.server.ts'
import type { LoadChange } from './data-uploads.contract.ts'
import { keepPeople, type ConcernedPerson, type Details } from './load-people.queries.ts'
import type { LoadCounts } from './loads.queries.ts'
import { detailColumns, saidDetails, saidFacts } from './row-reading.server.ts'
import { stagedRows } from './staged-rows.queries.ts'
import { takenBackAmong } from './taken-back.queries.ts'

/**
 * What an upload without faults would change of whom, kept as its preview. Only reads of what counts; whoever stays as they
 * are is counted and not kept.
 */
export async function compareLoad(
  tx: Tx,
  clientId: ClientId,
  { loadId, columns, today, read }: Checking,
): Promise<LoadCounts> {
  const counts: LoadCounts = { new: 0, changed: 0, leaving: 0, unchanged: 0 }
  for await (const rows of stagedRows(tx, clientId, { loadId })) {
    const people = await concernedAmong(tx, clientId, {
      people: rows.map((row) => personIn(row, read)),
      columns,
      today,
    })
    await keepPeople(tx, clientId, { loadId, people })
    for (const { kind } of people) counts[kind]++
    counts.unchanged += rows.length - people.length
    await breath()
  }
  return counts
}

/** Who the people of a file are: known by their address, unless an upload that was undone brought them. */
export async function knownAmong(
  tx: Tx,
  clientId: ClientId,
  { people }: { people: readonly PersonRow[] },
): Promise<{ idOf: Map<string, PersonId>; isKnown: (email: string) => boolean }> {
  const idOf = await accountsByEmail(tx, clientId, { emails: people.map(({ email }) => email) })
  const takenBack = await takenBackAmong(tx, clientId, { people: [...idOf.values()] })
  return {
    idOf,
    isKnown: (email) => {
      const personId = idOf.get(email)
      return personId !== undefined && !takenBack.has(personId)
    },
  }
}

async function concernedAmong(
  tx: Tx,
  clientId: ClientId,
  { people, columns, today }: { people: readonly PersonRow[]; columns: readonly string[]; today: IsoDate },
): Promise<ConcernedPerson[]> {
  const { idOf, isKnown } = await knownAmong(tx, clientId, { people })
  const known = people.flatMap((row) => {
    const personId = isKnown(row.email) ? idOf.get(row.email) : undefined
    return personId === undefined ? [] : [{ row, personId }]
  })
  const details = await personDetailsOf(tx, clientId, { people: known.map(({ personId }) => personId) })
  const news = Map.groupBy(
    await newsAmong(tx, clientId, {
      facts: known.flatMap(({ row, personId }) =>
        saidFacts(row, { known: true, columns, today }).map((fact) => ({ ...fact, personId })),
      ),
    }),
    ({ personId }) => personId,
  )
  return people.flatMap((row): ConcernedPerson[] => {
    const who = {
      line: row.line,
      name: `${row.firstName} ${row.surname}`,
      employeeNumber: row.facts['employee-number'] ?? '',
      email: row.email,
    }
    const personId = idOf.get(row.email)
    if (personId === undefined || !isKnown(row.email)) return [{ ...who, personId: null, kind: 'new', fields: [] }]
    const before = details.get(personId)
    const own = news.get(personId) ?? []
    const fields = [
      ...changedDetails(before, saidDetails(row, { before, columns })),
      ...own.map(({ fact, value, before: was, effectiveFrom: from }) => ({
        column: columnOfFact[fact],
        before: asWritten(fact, was),
        after: asWritten(fact, value),
        from,
      })),
    ]
    if (fields.length === 0) return []
    return [{ ...who, personId, kind: own.some(isLeaving) ? 'leaving' : 'changed', fields }]
  })
}

function isLeaving({ fact, value }: { fact: FactName; value: string | null }): boolean {
  return (fact === 'end-date' && value !== null) || (fact === 'status' && value === 'left')
}

function changedDetails(before: PersonDetails | undefined, after: Details): LoadChange['fields'] {
  // The keys of the columns are those of the details.
  const names = Object.keys(detailColumns) as (keyof Details)[]
  return names
    .filter((name) => (before?.[name] ?? null) !== after[name])
    .map((name) => ({
      column: detailColumns[name],
      // That it is another one is enough: nobody decides by the number itself (S-53).
      ...(name === 'nationalInsuranceNumber'
        ? { before: null, after: null }
        : { before: before?.[name] ?? null, after: after[name] }),
      from: null,
    }))
}

/** As a file writes it. */
function asWritten(fact: FactName, value: string | null): string | null {
  return value !== null && isAmountFact(fact) ? poundsFromPence(BigInt(value)).toFixed(2) : value
}
