import { showDate, type IsoDate } from '../../contract/dates.ts'
import { addMonths } from '../../domain/definition/day.rules.ts'
import { poundsFromPence, showPounds } from '../../contract/money.ts'
import { ageOn } from '../../domain/pricing/age.ts'
import { columnOfFact, type FactName, type PersonRow } from '../../services/people/people-csv.rules.ts'
import { concernTexts as say } from './upload-concerns.messages.ts'
import type { ConcernKind } from './data-uploads.contract.ts'
import type { Details } from './upload-people.queries.ts'

export type Concern = { kind: ConcernKind; line: number; name: string; employeeNumber: string; text: string }

export type FactChange = { fact: FactName; value: string | null; before: string | null; from: IsoDate }

export type ComparedPerson = {
  row: PersonRow
  changes: readonly FactChange[]
  before: Details | null
  after: Details
  formerEmail: string | null
  employer: 'self' | 'other' | null
}

const limits = {
  bornBefore: '1920-01-01',
  ageAtStart: { from: 13, to: 80 },
  /** In months. */
  startAhead: 12,
  lastDay: { past: 12, ahead: 120 },
  probation: 24,
  /** Pence a year; `perHour` is pence an hour, and replaces `least` if the hours are known. */
  salary: { least: 500_000n, most: 25_000_000n, perHour: 600n },
  hours: { least: 1, most: 60 },
}

export function concernsOf(person: ComparedPerson, today: IsoDate): Concern[] {
  const { row } = person
  const found = [
    ...accessConcerns(person, today),
    ...identityConcerns(person),
    ...dateConcerns(person, today),
    ...payConcerns(person),
  ]
  const who = {
    line: row.line,
    name: `${row.firstName} ${row.surname}`,
    employeeNumber: row.facts['employee-number'] ?? '',
  }
  return found.map(({ kind, text }) => ({ kind, ...who, text }))
}

type Found = { kind: ConcernKind; text: string }

const changeOf = ({ changes }: ComparedPerson, name: FactName) =>
  changes.findLast(({ fact, value, before }) => fact === name && value !== before)

function accessConcerns(person: ComparedPerson, today: IsoDate): Found[] {
  const { row, before, employer, formerEmail } = person
  const found: Found[] = []
  const lastDay = changeOf(person, 'end-date')
  const status = changeOf(person, 'status')
  if (before && employer !== null && (lastDay?.value || status?.value === 'inactive' || status?.value === 'left'))
    found.push({
      kind: employer === 'self' ? 'you-lose-access' : 'employer-loses-access',
      text: status?.value === 'inactive' ? say.inactive : say.leaves(showDate(lastDay?.value ?? status?.from ?? today)),
    })
  if (formerEmail !== null) found.push({ kind: 'new-address', text: say.newAddress(formerEmail, row.email) })
  const left = lastDay?.before
  if (left && left < today && lastDay.value === null && row.startDate <= left)
    found.push({ kind: 'gap-covered', text: say.gapCovered(showDate(left), showDate(row.startDate)) })
  return found
}

function identityConcerns(person: ComparedPerson): Found[] {
  const { before, after } = person
  const found: Found[] = []
  const { nationalInsuranceNumber: number } = after
  if (number && number !== before?.nationalInsuranceNumber && isNeverIssued(number))
    found.push({ kind: 'ni-number', text: say.niNumber })
  const isRenamed = before?.surname !== after.surname && before?.firstName !== after.firstName
  const hasOtherNumber = changeOf(person, 'employee-number') !== undefined
  if (before && before.dateOfBirth !== after.dateOfBirth && (isRenamed || hasOtherNumber))
    found.push({
      kind: 'other-person',
      text: say.otherPerson(`${before.firstName} ${before.surname}`, showDate(before.dateOfBirth)),
    })
  return found
}

/** Recognises prefixes that HMRC never uses, and numbers that people invent. */
function isNeverIssued(number: string): boolean {
  return /^(?:[DFIQUV]|.[DFIOQUV]|BG|GB|KN|NK|NT|TN|ZZ)|^..(?:(\d)\1{5}|123456|654321|012345)/.test(number)
}

function dateConcerns(person: ComparedPerson, today: IsoDate): Found[] {
  const { row, before, after } = person
  const found: Found[] = []
  const born = after.dateOfBirth
  const isBornOtherwise = before?.dateOfBirth !== born
  const startsOtherwise = changeOf(person, 'start-date') !== undefined
  if (isBornOtherwise && born < limits.bornBefore) found.push({ kind: 'birth', text: say.born(showDate(born)) })
  const age = ageOn(born, row.startDate)
  if ((isBornOtherwise || startsOtherwise) && (age < limits.ageAtStart.from || age > limits.ageAtStart.to))
    found.push({ kind: 'age-at-start', text: say.ageAtStart(age, showDate(row.startDate)) })
  if (startsOtherwise && row.startDate > addMonths(today, limits.startAhead))
    found.push({ kind: 'start', text: say.starts(showDate(row.startDate)) })
  const lastDay = changeOf(person, 'end-date')?.value
  if (lastDay && (lastDay < addMonths(today, -limits.lastDay.past) || lastDay > addMonths(today, limits.lastDay.ahead)))
    found.push({ kind: 'last-day', text: say.lastDay(showDate(lastDay)) })
  const probation = changeOf(person, 'probation-end')?.value
  if (probation && probation > addMonths(row.startDate, limits.probation))
    found.push({ kind: 'probation', text: say.probation(showDate(probation), showDate(row.startDate)) })
  const from = row.effectiveFrom
  if (
    from &&
    person.changes.length > 0 &&
    (from > addMonths(today, limits.startAhead) || from < addMonths(today, -limits.startAhead))
  )
    found.push({ kind: 'effective-from', text: say.effectiveFrom(showDate(from)) })
  return found
}

const salaries = ['basic-salary', 'benefit-salary', 'pensionable-salary'] as const

function payConcerns(person: ComparedPerson): Found[] {
  const { facts } = person.row
  const found: Found[] = []
  for (const name of salaries) {
    const change = changeOf(person, name)
    // An empty salary column is filled with the basic salary, whose change is already a concern.
    if (!change?.value || (name !== 'basic-salary' && change.value === facts['basic-salary'])) continue
    const [column, pence, before] = [columnOfFact(name), BigInt(change.value), BigInt(change.before ?? 0)]
    const amount = showPounds(poundsFromPence(pence))
    if (before > 0n && difference(pence, before) * 2n > before)
      found.push({ kind: 'pay-change', text: say.payChange(column, showPounds(poundsFromPence(before)), amount) })
    if (pence > limits.salary.most) found.push({ kind: 'pay', text: say.pay(column, amount) })
    else if (pence === 0n) found.push({ kind: 'pay', text: say.noPay(column) })
    else if (isTiny(pence, facts['hours-per-week'])) found.push({ kind: 'pay', text: say.pay(column, amount) })
  }
  const hours = Number(facts['hours-per-week'] ?? 0)
  const share = Number(facts['full-time-equivalent'] ?? 0)
  const isChanged = changeOf(person, 'hours-per-week') ?? changeOf(person, 'full-time-equivalent')
  const isFullWeek = hours > 0 && share > 0 ? hours / share : 0
  if (isChanged && hours > 0 && (hours < limits.hours.least || hours > limits.hours.most))
    found.push({ kind: 'hours', text: say.hours(hours) })
  else if (isChanged && isFullWeek > 0 && (isFullWeek < 15 || isFullWeek > 2 * limits.hours.most))
    found.push({ kind: 'hours', text: say.hoursAndShare(hours, share) })
  return found
}

const difference = (one: bigint, other: bigint): bigint => (one > other ? one - other : other - one)

function isTiny(pence: bigint, hoursPerWeek: string | null): boolean {
  const hours = BigInt(Math.round(Number(hoursPerWeek ?? 0) * 52))
  return hours > 0n ? pence < hours * limits.salary.perHour : pence < limits.salary.least
}

export function areManyLeaving({ leaving, employed }: { leaving: number; employed: number }): boolean {
  return leaving >= 5 && leaving * 10 >= employed
}

export type ConcernGroup = { kind: ConcernKind; count: number; people: Omit<Concern, 'kind'>[] }

export const listedConcerns = 25

export function concernCollector() {
  const groups = new Map<ConcernKind, ConcernGroup>()
  return {
    add: (concerns: readonly Concern[]) => {
      for (const { kind, ...person } of concerns) {
        const group = groups.get(kind) ?? { kind, count: 0, people: [] }
        group.count++
        if (group.people.length < listedConcerns) group.people.push(person)
        groups.set(kind, group)
      }
    },
    count: (kind: ConcernKind, count: number, people: ConcernGroup['people'] = []) =>
      groups.set(kind, { kind, count, people }),
    all: (): ConcernGroup[] => [...groups.values()],
  }
}
