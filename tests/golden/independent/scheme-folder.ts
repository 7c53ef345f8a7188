import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { type Day, day, resolved } from './days.ts'
import { type Fraction, fraction, toPence } from './fractions.ts'

export type Benefit = {
  code: string
  name: string
  position: number
  category: string
  provider: { name: string }
  options: Option[]
  price: { paidBy: Payer; price: Method }[]
  pay: Partial<Record<'employee' | 'employer' | 'sold', { taxMethod: string; payCode: string }>>
  medical?: { freeCoverLimit?: number }
  openInProbation: boolean
  requires?: string[]
  ages?: { from?: number; to?: number }
  changeIn: string[]
  takesEffect?: string
}
export type Option = {
  kind: 'levels' | 'range' | 'people'
  code: string
  label: string
  onlyWhen?: { option: string; is: string }
  levels: { code: string; value?: number }[]
  unit: string
  min: number
  max: number
  step: number
  default?: number
  maxRise?: number
  maxByTaxBand?: Record<string, number>
  rise?: { by: number; on: string; upTo?: number; onlyWhen?: { option: string; is: string } }
  tiers: string[]
  dependantsUnder?: number
  inEducationUnder?: number
  disabledDependantsStay?: boolean
}
type BenefitFile = Omit<Benefit, 'options'> & {
  options: (Omit<Option, 'kind'> & { kind: Option['kind'] | 'partner-value' })[]
}
type Payer = 'employee' | 'employer' | { employerUpTo: { tier?: string; values?: Record<string, string> } }
export type Counted = number | { option: string; above?: number }
export type Method = {
  method: 'flat' | 'tier' | 'unit-rate' | 'age-banded' | 'percentage' | 'days' | 'order' | 'quoted'
  every: 'month' | 'year'
  rates: string
  by?: string[]
  amount: { option?: string; rates?: string; by?: string[] }
  smoker?: { option: string; column: string }
  life?: 'partner'
  cover: { of: string; times: Counted; percent: Counted; max?: number }
  percent?: Counted
  match?: { option: string; steps: { from: number; employer: number }[] }
  workingDays: number
  trade: string
  buyDays: string
  sellDays: string
  entitlementDays: number
  statutoryDays: number
  option: string
  /** Price of an insurer's product: a rate per £1,000 of the value, by age if the table has age bands. */
  tariff: {
    every: 'month' | 'year'
    rates: string
    limits?: { ageFrom: number; most: number; says: string }[]
  }
  spread: { instalments: number } | 'each-month'
}

export type Relative = {
  name: string
  relation: 'partner' | 'dependant'
  born: Day
  /** The last day of full-time education. */
  studiesTo: Day | undefined
}
export type Person = {
  number: string
  email: string
  born: Day
  left: boolean
  joined: Day
  probationEnds: Day | undefined
  /** Salaries in pounds a year. */
  salaries: Record<'basic' | 'benefit' | 'pensionable', Fraction>
  fte: Fraction
  /** Hours a week as text, such as '37.5'. */
  hours: string
  payroll: string
  /** Guaranteed pay in addition to the salary, in pence a year. */
  otherEarnings: bigint
  apprentice: Day | undefined
  family: Relative[]
}
export type Choice = { values: Record<string, string>; people: string[] }
type SelectionWithHistory = Choice & { state: string; from: Day }
export type Window = { cause: string; opens: Day | undefined; closes: Day | undefined; days: number }
export type Payroll = {
  code: string
  monthly: boolean
  payDay: number
  firstPayDay: Day
  cutOffDays: number
}
/** A flex allowance. It pays for benefits in the given order. People on probation have none. */
export type FlexAllowance = {
  code: string
  allowances: { hoursFrom?: string; basicSalaryUpTo?: number; amount?: number; percent?: string; cap?: number }[]
  benefits: string[]
  payCode: string
}
export type Folder = {
  pots: FlexAllowance[]
  today: Day
  year: { from: Day; to: Day }
  windows: Window[]
  payrolls: Payroll[]
  benefits: Benefit[]
  rates: Map<string, Record<string, string>[]>
  people: Person[]
  /** Existing selections, by email address and benefit code. */
  held: Map<string, SelectionWithHistory>
}

type YearFile = {
  pots?: FlexAllowance[]
  from: string
  to: string
  windows: { cause: string; opens?: string; closes?: string; days?: number }[]
  payrolls: { code: string; frequency: string; payDay?: number; firstPayDay?: string; cutOffDays: number }[]
  rates: { code: string; file: string }[]
}
type AccountsFile = {
  named: Record<
    string,
    {
      family?: { relationship: Relative['relation']; firstName: string; dateOfBirth: string; educationEnds?: string }[]
    }
  >
}

/** Reads everything that decides prices and pay from a scheme folder, without the portal's own reader. */
export function readFolder(path: string, on: string): Folder {
  const text = (file: string) => readFileSync(join(path, file), 'utf8')
  // The portal also reads these files, and validates them.
  const year = parse(text('scheme-current.yaml')) as YearFile
  const accounts = parse(text('people-accounts.yaml')) as AccountsFile
  const today = day(on)
  const at = (written: string) => resolved(written, today)
  const salaryFacts = (cells: Record<string, string>) => {
    const basic = cells['basic_salary'] ?? '0'
    return {
      basic: fraction(basic),
      benefit: fraction(cells['benefit_salary'] || basic),
      pensionable: fraction(cells['pensionable_salary'] || basic),
    }
  }
  return {
    pots: year.pots ?? [],
    today,
    year: { from: at(year.from), to: at(year.to) },
    windows: year.windows.map(({ cause, opens, closes, days = 1 }) => ({
      cause,
      opens: opens === undefined ? undefined : at(opens),
      closes: closes === undefined ? undefined : at(closes),
      days,
    })),
    payrolls: year.payrolls.map(({ code, frequency, payDay = 0, firstPayDay = on, cutOffDays }) => ({
      code,
      monthly: frequency === 'monthly',
      payDay,
      firstPayDay: at(firstPayDay),
      cutOffDays,
    })),
    benefits: readdirSync(join(path, 'benefits'))
      .map((file) => withPartnersValues(parse(text(`benefits/${file}`)) as BenefitFile))
      .toSorted((a, b) => a.position - b.position),
    rates: new Map(year.rates.map(({ code, file }) => [code, table(text(file))])),
    people: table(text('people.csv')).map((cells) => ({
      number: cells['employee_number'] ?? '',
      email: cells['email'] ?? '',
      born: at(cells['date_of_birth'] ?? ''),
      left: cells['status'] === 'left' || cells['status'] === 'inactive',
      joined: at(cells['start_date'] ?? ''),
      probationEnds: cells['probation_end'] ? at(cells['probation_end']) : undefined,
      salaries: salaryFacts(cells),
      fte: fraction(cells['full_time_equivalent'] || '1'),
      hours: cells['hours_per_week'] ?? '',
      payroll: cells['payroll'] ?? '',
      otherEarnings: toPence(fraction(cells['other_relevant_earnings'] || '0')),
      apprentice: cells['apprentice_since'] ? at(cells['apprentice_since']) : undefined,
      family: (accounts.named[cells['email'] ?? '']?.family ?? []).map((relative) => ({
        name: relative.firstName,
        relation: relative.relationship,
        born: at(relative.dateOfBirth),
        studiesTo: relative.educationEnds === undefined ? undefined : at(relative.educationEnds),
      })),
    })),
    held: new Map(
      table(text('opening-selections.csv')).map((cells) => [
        `${cells['email']} ${cells['benefit']}`,
        {
          state: cells['state'] ?? '',
          from: at(cells['from'] ?? ''),
          values: Object.fromEntries(listed(cells['values']).map((pair) => pair.split('=', 2) as [string, string])),
          people: listed(cells['people']),
        },
      ]),
    ),
  }
}

/** Adds the option for the value that an insurer covers: an amount in pounds between the insurer's limits. */
function withPartnersValues({ options, ...benefit }: BenefitFile): Benefit {
  return {
    ...benefit,
    options: options.map((option) =>
      option.kind === 'partner-value'
        ? { ...option, ...partnersLimits(option), kind: 'range', unit: 'pounds' }
        : { ...option, kind: option.kind },
    ),
  }
}

function partnersLimits({ min = 0, max = 999_999.9, step = 0.1 }: Partial<Pick<Option, 'min' | 'max' | 'step'>>) {
  return { min, max, step }
}

function listed(cell = ''): string[] {
  return cell
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
}

function table(text: string): Record<string, string>[] {
  const [head = '', ...lines] = text.trim().split(/\r?\n/)
  const names = head.split(',')
  return lines.map((line) => {
    const cells = line.split(',')
    if (cells.length !== names.length || line.includes('"')) throw new Error(`This line needs another reader: ${line}`)
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))
  })
}
