import type { IsoDate } from '../../contract/dates.ts'
import { newPersonId, type ClientId, type PersonId } from '../../contract/ids.ts'
import { poundsFromPence } from '../../contract/money.ts'
import type { Tx } from '../../database/database.ts'
import { differencesFromStored, type FactsByDay } from '../employees/employees.queries.ts'
import {
  columnOfFact,
  type FactName,
  isAmountFact,
  lostZerosReason,
  type PersonRow,
  type RowFault,
} from '../../services/people/people-csv.rules.ts'
import { concernsOf, type ComparedPerson, type Concern, type FactChange } from './upload-concerns.server.ts'
import type { UploadChange } from './data-uploads.contract.ts'
import { storePeople, type AffectedPerson, type ChangedPerson, type Details } from './upload-people.queries.ts'
import type { MatchedPerson } from './matched-rows.queries.ts'
import { detailColumns, detailsOf, detailsInFile, factsInFile } from './read-rows.server.ts'

type CompareInput = {
  uploadId: string
  people: readonly PersonRow[]
  matches: ReadonlyMap<number, MatchedPerson>
  columns: readonly string[]
  today: IsoDate
  employers: Employers
}

type Employers = { all: ReadonlySet<PersonId>; self: PersonId }

export async function compareRows(
  tx: Tx,
  clientId: ClientId,
  { uploadId, people, matches, columns, today, employers }: CompareInput,
): Promise<{ kinds: UploadChange['kind'][]; affected: number[]; faults: RowFault[]; concerns: Concern[] }> {
  const matched = people.map((row) => ({ row, match: matches.get(row.line) }))
  const joiners = matched.flatMap(({ row, match }): AffectedPerson[] =>
    match?.isKnown
      ? []
      : [
          {
            ...personLabels(row),
            personId: match?.personId ?? newPersonId(),
            kind: 'new',
            emailBefore: null,
            fields: [],
            before: null,
            after: detailsOf(row),
            facts: factsInFile(row, { known: false, columns, today }),
          },
        ],
  )
  const said = matched.flatMap(({ row, match }) =>
    match?.isKnown
      ? [
          {
            row,
            personId: match.personId,
            formerEmail: match.formerEmail,
            details: detailsInFile(row, columns),
            facts: factsInFile(row, { known: true, columns, today }),
          },
        ]
      : [],
  )
  const saidOf = new Map(said.map((one) => [one.personId, one]))
  const changes = await differencesFromStored(tx, clientId, {
    people: said.map(({ personId, details, facts, formerEmail }) => ({
      personId,
      details,
      facts,
      always: formerEmail !== null,
    })),
  })
  const changed = changes.flatMap(({ personId, details: before, facts: known }) => {
    const one = saidOf.get(personId)
    if (!one) return []
    const after = { ...detailsOf(one.row), ...before, ...one.details }
    const facts = changedFacts(one.facts, known)
    const fields = [
      ...(one.formerEmail === null ? [] : [emailField(one.formerEmail, one.row.email)]),
      ...changedDetails(before, after),
      ...facts.map(fieldOf),
    ]
    const kind = facts.some(isLeaving) ? ('leaving' as const) : ('changed' as const)
    const isAffected =
      before?.dateOfBirth !== after.dateOfBirth || facts.some(({ fact }) => !factsWithoutEffect.has(fact))
    const person = {
      ...personLabels(one.row),
      personId,
      kind,
      fields,
      before,
      after,
      facts: one.facts,
      emailBefore: one.formerEmail,
    }
    const employer = !employers.all.has(personId) ? null : personId === employers.self ? 'self' : 'other'
    const compared = { row: one.row, changes: facts, before, after, formerEmail: one.formerEmail, employer } as const
    const faults = facts.flatMap((fact) => lostZeros(one.row, fact))
    return [{ person, isAffected, faults, concerns: concernsOf(compared, today) }]
  })
  const concerned = [...joiners, ...changed.map(({ person }) => person)]
  await storePeople(tx, clientId, { uploadId, people: concerned })
  return {
    kinds: concerned.map(({ kind }) => kind),
    affected: changed.flatMap(({ person, isAffected }) => (isAffected ? [person.line] : [])),
    faults: changed.flatMap(({ faults }) => faults),
    concerns: [
      ...matched.flatMap(({ row, match }) => (match?.isKnown ? [] : concernsOf(joinerOf(row, today), today))),
      ...changed.flatMap(({ concerns }) => concerns),
    ],
  }
}

const factsWithoutEffect: ReadonlySet<FactName> = new Set(['employee-number', 'payroll-id', 'cost-centre', 'job-title'])

function personLabels({ line, firstName, surname, email, facts }: PersonRow) {
  return { line, name: `${firstName} ${surname}`, employeeNumber: facts['employee-number'] ?? '', email }
}

function changedFacts(said: FactsByDay, known: FactsByDay): FactChange[] {
  return Object.entries(said)
    .flatMap(([day, facts]) =>
      Object.entries(facts ?? {}).map(([fact, value]) => ({
        // The keys of `FactsByDay` are fact names.
        fact: fact as FactName,
        value,
        before: known[day as IsoDate]?.[fact as FactName] ?? null,
        from: day as IsoDate,
      })),
    )
    .filter(({ value, before }) => value !== before)
    .toSorted((a, b) => compare(a.from, b.from) || compare(a.fact, b.fact))
}

/** Spreadsheets read `00123` as a number and drop its leading zeros. */
function lostZeros({ line }: PersonRow, { fact, value, before }: FactChange): RowFault[] {
  if ((fact !== 'employee-number' && fact !== 'payroll-id') || value === null || before === null) return []
  if (value.length >= before.length || !/^\d+$/.test(value) || before.replace(/^0+/, '') !== value.replace(/^0+/, ''))
    return []
  return [{ line, column: columnOfFact(fact), value, reason: lostZerosReason({ fact, value, before }) }]
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function isLeaving({ fact, value }: FactChange): boolean {
  return (fact === 'end-date' && value !== null) || (fact === 'status' && value === 'left')
}

function fieldOf({ fact, value, before, from }: FactChange): UploadChange['fields'][number] {
  return { column: columnOfFact(fact), before: fileValue(fact, before), after: fileValue(fact, value), from }
}

export function previewedChange({ details, facts, email, ...change }: ChangedPerson): UploadChange {
  if (!details || !facts) return change
  const basicSalary = changedFacts(facts, {}).find(({ fact }) => fact === 'basic-salary')?.value
  const fields = [
    { column: 'email', before: null, after: email, from: null },
    ...changedDetails(null, details).filter(({ column }) => !notOfJoiner.has(column)),
    ...changedFacts(facts, {})
      .filter(({ fact }) => !notOfJoiner.has(columnOfFact(fact)))
      .filter(({ fact, value }) => !fact.endsWith('-salary') || fact === 'basic-salary' || value !== basicSalary)
      .map((fact) => ({ ...fieldOf(fact), from: null })),
  ]
  return { ...change, fields }
}

/** Columns that the preview shows elsewhere or omits as unnecessary (S-53). */
const notOfJoiner: ReadonlySet<string> = new Set(['first_name', 'surname', 'employee_number', 'ni_number'])

function joinerOf(row: PersonRow, today: IsoDate): ComparedPerson {
  const changes = Object.entries(row.facts).map(([fact, value]) => ({
    // A row's facts are keyed by fact name.
    fact: fact as FactName,
    value,
    before: null,
    from: today,
  }))
  return { row, changes, before: null, after: detailsOf(row), formerEmail: null, employer: null }
}

const emailField = (before: string, after: string): UploadChange['fields'][number] => ({
  column: 'email',
  before,
  after,
  from: null,
})

function changedDetails(before: Details | null, after: Details): UploadChange['fields'] {
  // `detailColumns` has the same keys as `Details`.
  const names = Object.keys(detailColumns) as (keyof Details)[]
  return names
    .filter((name) => (before?.[name] ?? null) !== after[name])
    .map((name) => ({
      column: detailColumns[name],
      // The preview says only that the number changes, so both values are hidden (S-53).
      ...(name === 'nationalInsuranceNumber'
        ? { before: null, after: null }
        : { before: before?.[name] ?? null, after: after[name] }),
      from: null,
    }))
}

function fileValue(fact: FactName, value: string | null): string | null {
  return value !== null && isAmountFact(fact) ? poundsFromPence(BigInt(value)).toFixed(2) : value
}
