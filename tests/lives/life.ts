import { addDays, type IsoDate } from '../../contract/dates.ts'
import { RandomDraws } from '../../platform/random-draws.rules.ts'
import type { Cells, OpeningVouchers } from './scheme.ts'

/** A fact uploaded by the employer: a cell of people.csv, and the day on which its value takes effect. */
export type Fact = { column: string; value: string; from: IsoDate; uploadedOn: IsoDate }

export type Member = {
  id: string
  firstName: string
  relation: 'partner' | 'dependant'
  born: IsoDate
  /** The wedding day, for a spouse who was added by a wedding. */
  since?: IsoDate
  /** The first day on which the family member no longer counts, after a divorce or death. */
  until?: IsoDate
}

/** An event of a simulated life. If the life breaks a rule, its events are printed. */
type LifeStep = { day: IsoDate; what: string }

/** A promise in a response. It is removed if a later event changes the facts before its day. */
export type PortalPromise = {
  benefit: string
  saidOn: IsoDate
  /** `from`, `end`: cover begins or ends on `day`. `pay`: the salary payment in the month of `day` deducts `pence`. */
  about: 'from' | 'end' | 'pay'
  day: IsoDate
  values?: Record<string, unknown>
  pence?: bigint
}

export type Life = {
  /** Index of the life, from 0. */
  place: number
  email: string
  number: string
  chance: RandomDraws
  born: IsoDate
  cells: Cells
  facts: Fact[]
  /** First and last day of each employment, as known today. */
  employments: { first: IsoDate; last?: IsoDate }[]
  family: Member[]
  dead?: IsoDate
  promises: PortalPromise[]
  steps: LifeStep[]
  nextEventOn: IsoDate
  /** The day on which the employer decides a pending selection. */
  decidedOn?: IsoDate
  /** The first day of employment of a joiner who has not been uploaded yet. */
  joins?: IsoDate
  /** UK data: who issues pension opt-out notices, and vouchers from before the client joined the portal. */
  uk?: { optOutNotice: 'employer' | 'scheme'; vouchers?: OpeningVouchers }
}

const firstNames = ['Ada', 'Ben', 'Cleo', 'Dev', 'Esme', 'Finn', 'Gwen', 'Hugo', 'Iris', 'Jude', 'Kit', 'Luca'] as const
const surnames = ['Abbot', 'Bryce', 'Cole', 'Dunn', 'Ellis', 'Frost', 'Gale', 'Hart', 'Ives', 'Joyce'] as const

export function generateLife({
  seed,
  place,
  start,
  end,
  payrolls,
}: {
  seed: number
  place: number
  start: IsoDate
  end: IsoDate
  payrolls: readonly string[]
}): Life {
  const chance = new RandomDraws(seed, 'life', place)
  const number = `L${String(place).padStart(4, '0')}`
  const firstName = chance.pick(firstNames)
  const surname = chance.pick(surnames)
  const email = `${firstName}.${surname}.${place}@lives.example`.toLowerCase()
  // A quarter of the people are near the age limits of benefits.
  const age = chance.happens(0.25) ? chance.whole(64, 72) : chance.whole(19, 62)
  const born = randomDay(chance, addDays(start, -366 * age), addDays(start, -365 * age))
  const days = Math.max(1, (Date.parse(end) - Date.parse(start)) / 86_400_000)
  const joinsLater = place > 0 && chance.happens(0.3)
  const first = joinsLater
    ? addDays(start, chance.whole(10, Math.max(11, Math.floor(days * 0.7))))
    : randomDay(chance, addDays(start, -3000), addDays(start, -30))
  const cells: Cells = {
    employee_number: number,
    email,
    title: 'Mx',
    first_name: firstName,
    surname,
    date_of_birth: born,
    sex: chance.pick(['female', 'male']),
    // Every scheme has at least one payroll.
    payroll: chance.pick(payrolls as [string]),
    status: 'active',
    start_date: first,
    end_date: '',
    probation_end: joinsLater && chance.happens(0.6) ? addDays(first, 90) : '',
    basic_salary: `${chance.pick([24, 26, 28, 30, 31.2, 34, 36, 42, 45, 52, 60, 75, 110, 160]) * 1000}.00`,
    hours_per_week: chance.pick(['37.5', '37.5', '35', '20']),
    full_time_equivalent: '1',
    tax_country: chance.happens(0.1) ? 'Scotland' : 'rUK',
    ni_category: 'A',
  }
  return {
    place,
    email,
    number,
    chance,
    born,
    cells,
    facts: factsOf(cells, { from: first, uploadedOn: start }),
    employments: [{ first }],
    family: [],
    promises: [],
    steps: [],
    nextEventOn: joinsLater ? addDays(first, -chance.whole(-5, 20)) : addDays(start, chance.whole(0, 40)),
    ...(joinsLater && { joins: first }),
  }
}

export function randomDay(chance: RandomDraws, from: IsoDate, to: IsoDate): IsoDate {
  return addDays(from, chance.whole(0, Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000))))
}

export function factsOf(cells: Cells, { from, uploadedOn }: Pick<Fact, 'from' | 'uploadedOn'>): Fact[] {
  return Object.entries(cells).map(([column, value]) => ({ column, value, from, uploadedOn }))
}

/** Columns about today's employment. They do not depend on the day from which the row's other cells take effect. */
const ofEmployment = new Set(['status', 'start_date', 'end_date', 'probation_end'])

/** Records cells that change on a day. Returns the row for the upload; its other cells have that day's values. */
export function changeCells(
  life: Life,
  changes: Cells,
  { from, uploadedOn }: Pick<Fact, 'from' | 'uploadedOn'>,
): Cells {
  life.cells = { ...life.cells, ...changes }
  const row = Object.fromEntries(
    Object.entries(life.cells).map(([column, value]) => [
      column,
      column in changes || ofEmployment.has(column) ? value : cellOn(life, column, from),
    ]),
  )
  // An unchanged value is not recorded as a fact (docs/scheme-folder.md, people.csv).
  life.facts.push(
    ...factsOf(row, { from, uploadedOn }).filter(({ column, value }) => value !== cellOn(life, column, from)),
  )
  return { ...row, effective_from: from }
}

/** The latest fact by effective date, then by upload, decides. Facts uploaded after `toldBy` are ignored. */
export function cellOn({ facts, cells }: Life, column: string, on: string, toldBy = '9999'): string {
  let found: Fact | undefined
  for (const fact of facts)
    if (fact.column === column && fact.from <= on && fact.uploadedOn <= toldBy && (!found || found.from <= fact.from))
      found = fact
  return found?.value ?? facts.find((fact) => fact.column === column)?.value ?? cells[column] ?? ''
}

/** Returns the employment on a day, else the last employment before that day, else the first employment. */
export function employmentOn({ employments }: Life, on: string): { first: IsoDate; last?: IsoDate } | undefined {
  return employments.findLast(({ first }) => first <= on) ?? employments[0]
}
