import type { IsoDate } from '../../contract/dates.ts'
import { newPersonId, type ClientId } from '../../contract/ids.ts'
import { poundsFromPence } from '../../contract/money.ts'
import type { Tx } from '../../database/database.ts'
import { changesAmong, type FactsByDay } from '../employees/employees.queries.ts'
import { columnOfFact, type FactName, isAmountFact, type PersonRow } from '../../services/people/people-csv.rules.ts'
import type { UploadChange } from './data-uploads.contract.ts'
import { keepPeople, type ConcernedPerson, type Details } from './upload-people.queries.ts'
import type { Match } from './matched-rows.queries.ts'
import { detailColumns, detailsOf, saidDetails, saidFacts } from './row-reading.server.ts'

type Comparing = {
  uploadId: string
  people: readonly PersonRow[]
  matches: ReadonlyMap<string, Match>
  columns: readonly string[]
  today: IsoDate
}

/** Compares rows with the stored data, and stores joiners and changed people. Returns the kind of each of them. */
export async function compareRows(
  tx: Tx,
  clientId: ClientId,
  { uploadId, people, matches, columns, today }: Comparing,
): Promise<{ kinds: UploadChange['kind'][]; affected: number[] }> {
  const matched = people.map((row) => ({ row, match: matches.get(row.email) }))
  const joiners = matched.flatMap(({ row, match }): ConcernedPerson[] =>
    match?.isKnown
      ? []
      : [
          {
            ...whoIs(row),
            personId: match?.personId ?? newPersonId(),
            kind: 'new',
            fields: [],
            before: null,
            after: detailsOf(row),
            facts: saidFacts(row, { known: false, columns, today }),
          },
        ],
  )
  const said = matched.flatMap(({ row, match }) =>
    match?.isKnown
      ? [
          {
            row,
            personId: match.personId,
            details: saidDetails(row, columns),
            facts: saidFacts(row, { known: true, columns, today }),
          },
        ]
      : [],
  )
  const saidOf = new Map(said.map((one) => [one.personId, one]))
  const changes = await changesAmong(tx, clientId, {
    people: said.map(({ personId, details, facts }) => ({ personId, details, facts })),
  })
  const changed = changes.flatMap(({ personId, details: before, facts: known }) => {
    const one = saidOf.get(personId)
    if (!one) return []
    const after = { ...detailsOf(one.row), ...before, ...one.details }
    const facts = newsIn(one.facts, known)
    const fields = [...changedDetails(before, after), ...facts.map(fieldOf)]
    const kind = facts.some(isLeaving) ? ('leaving' as const) : ('changed' as const)
    const isAffected =
      before?.dateOfBirth !== after.dateOfBirth || facts.some(({ fact }) => !factsOfNoBenefit.has(fact))
    const person = { ...whoIs(one.row), personId, kind, fields, before, after, facts: one.facts }
    return [{ person, isAffected }]
  })
  const concerned = [...joiners, ...changed.map(({ person }) => person)]
  await keepPeople(tx, clientId, { uploadId, people: concerned })
  return {
    kinds: concerned.map(({ kind }) => kind),
    affected: changed.flatMap(({ person, isAffected }) => (isAffected ? [person.line] : [])),
  }
}

/** Facts that no benefit's conditions or prices use. */
const factsOfNoBenefit: ReadonlySet<FactName> = new Set(['employee-number', 'payroll-id', 'cost-centre', 'job-title'])

function whoIs({ line, firstName, surname, email, facts }: PersonRow) {
  return { line, name: `${firstName} ${surname}`, employeeNumber: facts['employee-number'] ?? '', email }
}

type News = { fact: FactName; value: string | null; before: string | null; from: IsoDate }

function newsIn(said: FactsByDay, known: FactsByDay): News[] {
  return Object.entries(said)
    .flatMap(([day, facts]) =>
      Object.entries(facts ?? {}).map(([fact, value]) => ({
        // Keys of `FactsByDay`.
        fact: fact as FactName,
        value,
        before: known[day as IsoDate]?.[fact as FactName] ?? null,
        from: day as IsoDate,
      })),
    )
    .filter(({ value, before }) => value !== before)
    .toSorted((a, b) => compare(a.from, b.from) || compare(a.fact, b.fact))
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function isLeaving({ fact, value }: News): boolean {
  return (fact === 'end-date' && value !== null) || (fact === 'status' && value === 'left')
}

function fieldOf({ fact, value, before, from }: News): UploadChange['fields'][number] {
  return { column: columnOfFact[fact], before: asWritten(fact, before), after: asWritten(fact, value), from }
}

function changedDetails(before: Details | null, after: Details): UploadChange['fields'] {
  // `detailColumns` has the same keys as `Details`.
  const names = Object.keys(detailColumns) as (keyof Details)[]
  return names
    .filter((name) => (before?.[name] ?? null) !== after[name])
    .map((name) => ({
      column: detailColumns[name],
      // Showing that the number changes is enough: nobody needs it to decide (S-53).
      ...(name === 'nationalInsuranceNumber'
        ? { before: null, after: null }
        : { before: before?.[name] ?? null, after: after[name] }),
      from: null,
    }))
}

/** Formats a fact as in an upload file. */
function asWritten(fact: FactName, value: string | null): string | null {
  return value !== null && isAmountFact(fact) ? poundsFromPence(BigInt(value)).toFixed(2) : value
}
