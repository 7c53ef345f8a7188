import { storedEmail } from '../../contract/email.ts'
import { keysOf } from '../../contract/keys-of.ts'
import { isoDate, type IsoDate } from '../../contract/dates.ts'
import {
  decimalWithin,
  readEmailAddress,
  readHours,
  identifierUpTo,
  isSpreadsheetError,
  nameUpTo,
  readPounds,
  readNiNumber,
  plainNiNumber,
  readShare,
  showInvisible,
  textUpTo,
  type CellValue,
} from './cell-values.rules.ts'
import { dateFault } from './date-formats.rules.ts'
import { studentLoan } from '../../domain/selections/take-home.contract.ts'

type CsvRow = { line: number; cells: Record<string, string> }
type CsvFile = { columns: string[]; rows: CsvRow[]; faults: RowFault[] }

export type RowFault = { line: number; column?: string; value?: string; reason: string }

/** Reasons for leaving. With `tupe`, agreements transfer to the new employer. After `death`, the person gets no mail. */
export const leavingReasons = ['resignation', 'redundancy', 'retirement', 'tupe', 'scheme-moves', 'death'] as const

const forms = {
  digits: /^\d{1,12}$/,
  decimal: /^\d{1,6}(\.\d{1,6})?$/,
  words: /^[^\u0000-\u001f<>]{1,200}$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
}

export const factForms = {
  'employee-number': forms.words,
  'payroll-id': forms.words,
  payroll: /^[a-z0-9-]{1,60}$/,
  status: /^(active|inactive|left)$/,
  'start-date': forms.date,
  'end-date': forms.date,
  'probation-end': forms.date,
  'basic-salary': forms.digits,
  'benefit-salary': forms.digits,
  'pensionable-salary': forms.digits,
  'hours-per-week': forms.decimal,
  'full-time-equivalent': forms.decimal,
  'job-title': forms.words,
  'cost-centre': forms.words,
  location: forms.words,
  'tax-country': /^(rUK|Scotland)$/,
  'ni-category': forms.words,
  'student-loans': forms.words,
  'apprentice-since': forms.date,
  'leaving-reason': new RegExp(`^(${leavingReasons.join('|')})$`),
  'bought-days-taken': /^\d{1,2}(\.\d{1,2})?$/,
  'pension-opt-out-notice': forms.date,
  'other-relevant-earnings': forms.digits,
  'voucher-member-since': forms.date,
  'childcare-account-notice': forms.date,
  'money-purchase-allowance-since': forms.date,
} as const satisfies Record<string, RegExp>
export type FactName = keyof typeof factForms
export const factNames = keysOf(factForms)

/** Employment in one row, with values in the format of employment facts (pence, yyyy-mm-dd, decimal digits). */
export type PersonRow = {
  line: number
  email: string
  title: string | null
  firstName: string
  surname: string
  dateOfBirth: IsoDate
  sex: 'female' | 'male' | null
  nationalInsuranceNumber: string | null
  startDate: IsoDate
  effectiveFrom: IsoDate | undefined
  facts: Record<FactName, string | null>
}

export const isAmountFact = (fact: string): boolean => /-(salary|earnings)$/.test(fact)

type Column = {
  name: string
  required?: true
  mayBeEmpty?: true
  rule: string | ((read: ReadingContext) => string)
  check: (text: string, read: ReadingContext) => CellValue | undefined
}
export type ReadingContext = {
  today: IsoDate
  payrolls: readonly string[]
  readDay: (text: string) => IsoDate | undefined
}

const oneOf =
  (...values: string[]) =>
  (value: string) =>
    values.find((one) => one.toLowerCase() === value.toLowerCase())
function meaning(words: Record<string, string>): (value: string) => string {
  const meanings = new Map(Object.entries(words))
  return (value) => meanings.get(value.toLowerCase()) ?? value
}
const sexWords = meaning({ f: 'female', m: 'male' })
const sex = (value: string): CellValue =>
  oneOf('female', 'male')(sexWords(value)) ?? {
    fault: 'must be female or male. Please leave it empty for another answer or none',
  }
const statusWords = meaning({ leaver: 'left', terminated: 'left', current: 'active', employed: 'active' })
const taxCountries = meaning({
  england: 'rUK',
  wales: 'rUK',
  'northern ireland': 'rUK',
  'rest of uk': 'rUK',
  scottish: 'Scotland',
})
const reasonWords = meaning({
  resigned: 'resignation',
  redundant: 'redundancy',
  retired: 'retirement',
  deceased: 'death',
  died: 'death',
})
const dayRule = 'a date as yyyy-mm-dd'
/** Earlier and later days mean “no date” in many systems. */
const possibleDays = { from: '1920-01-01', to: '2098-12-31' }
const day =
  (otherwise: string, from = possibleDays.from) =>
  (value: string, { readDay }: ReadingContext): CellValue => {
    const date = readDay(value)
    if (date === undefined) return { fault: dateFault(value) }
    if (date >= from && date <= possibleDays.to) return date
    return { fault: `is not a possible day. ${otherwise}` }
  }
const optionalDay = day('Please leave it empty if there is none')
const requiredDay = (what: string, from?: string) => day(`Please write the real ${what}`, from)
const moneyRule = 'an amount in pounds and pence, at most 99,999,999.99'
/** Student loan plans, separated by comma or semicolon. Stored in a fixed order, so that another order is no change. */
const loans = (value: string) => {
  const plans = value.split(/[;,]/).map((plan) => planName(plan.trim().toLowerCase()))
  const plansInOrder = studentLoan.options.filter((plan) => plans.includes(plan))
  return plansInOrder.length === plans.length ? plansInOrder.join(' ') : undefined
}
function planName(plan: string): string {
  const number = /^(?:plan[ _-]?)?([1245])$/.exec(plan)?.[1]
  if (number !== undefined) return `plan-${number}`
  return /^(?:pgl?|postgraduate loan)$/.test(plan) ? 'postgraduate' : plan
}

const oneName = ': for a person with one name only, write it into both first_name and surname'

export const peopleColumns: readonly Column[] = [
  {
    name: 'employee_number',
    required: true,
    rule: 'at most 40 characters',
    check: (value) =>
      noValue.test(value) ? { fault: 'is a word for no value. Please write the number' } : identifierUpTo(40)(value),
  },
  { name: 'email', required: true, rule: 'an email address', check: readEmailAddress },
  { name: 'title', rule: 'at most 20 characters', check: nameUpTo(20) },
  { name: 'first_name', required: true, rule: 'at most 80 characters', check: nameUpTo(80, oneName) },
  { name: 'surname', required: true, rule: 'at most 80 characters', check: nameUpTo(80, oneName) },
  { name: 'date_of_birth', required: true, rule: dayRule, check: requiredDay('date of birth', '1900-01-02') },
  { name: 'sex', rule: 'female or male', check: sex },
  { name: 'ni_number', rule: 'two letters, six digits and a letter from A to D', check: readNiNumber },
  { name: 'payroll_id', rule: 'at most 40 characters', check: identifierUpTo(40) },
  {
    name: 'payroll',
    required: true,
    rule: ({ payrolls }) =>
      payrolls.length > 0 ? `one of ${payrolls.join(', ')}` : 'a payroll of the scheme year, and today there is none',
    check: (value, { payrolls }) => payrolls.find((one) => one === value.toLowerCase()),
  },
  {
    name: 'status',
    rule: 'active, inactive or left',
    check: (value) => oneOf('active', 'inactive', 'left')(statusWords(value)),
  },
  { name: 'start_date', required: true, rule: dayRule, check: requiredDay('first day') },
  { name: 'end_date', rule: dayRule, check: day('Please leave it empty for people who stay') },
  { name: 'probation_end', rule: dayRule, check: optionalDay },
  { name: 'basic_salary', required: true, rule: moneyRule, check: readPounds },
  { name: 'benefit_salary', rule: moneyRule, check: readPounds },
  { name: 'pensionable_salary', rule: moneyRule, check: readPounds },
  {
    name: 'hours_per_week',
    required: true,
    mayBeEmpty: true,
    rule: 'a number above 0 and at most 80',
    check: readHours,
  },
  { name: 'full_time_equivalent', rule: 'a number above 0 and at most 1', check: readShare },
  { name: 'job_title', rule: 'at most 120 characters', check: textUpTo(120) },
  { name: 'cost_centre', rule: 'at most 40 characters', check: identifierUpTo(40) },
  { name: 'location', rule: 'at most 80 characters', check: textUpTo(80) },
  {
    name: 'tax_country',
    rule: 'rUK (England, Wales and Northern Ireland) or Scotland',
    check: (value) => oneOf('rUK', 'Scotland')(taxCountries(value)),
  },
  {
    name: 'ni_category',
    rule: 'one letter',
    check: (value) => (/^[A-Z]$/i.test(value) ? value.toUpperCase() : undefined),
  },
  {
    name: 'student_loans',
    rule: `one or more of ${studentLoan.options.join(', ')}, with a semicolon between them`,
    check: loans,
  },
  { name: 'apprentice_since', rule: dayRule, check: optionalDay },
  {
    name: 'leaving_reason',
    rule: `one of ${leavingReasons.join(', ')}`,
    check: (value) => oneOf(...leavingReasons)(reasonWords(value)),
  },
  {
    name: 'bought_days_taken',
    rule: 'a number of days, at most 99',
    check: decimalWithin({ most: 99.99, decimals: 2 }),
  },
  { name: 'pension_opt_out_notice', rule: dayRule, check: optionalDay },
  { name: 'other_relevant_earnings', rule: moneyRule, check: readPounds },
  { name: 'voucher_member_since', rule: dayRule, check: optionalDay },
  { name: 'childcare_account_notice', rule: dayRule, check: optionalDay },
  { name: 'money_purchase_allowance_since', rule: dayRule, check: optionalDay },
  { name: 'effective_from', rule: dayRule, check: optionalDay },
]

export const dateColumns: ReadonlySet<string> = new Set(
  peopleColumns.flatMap(({ name, rule }) => (rule === dayRule ? [name] : [])),
)

/** Words for “no value” in lists of HR systems. They apply only to optional columns, because a surname may be Null. */
const noValue = /^(?:[[(<]?null[\])>]?|\\N|n\/a|[-–—]+|\(blank\)|undefined|nan|nat|<na>)$/i
const noValueUnlessText = /^(?:na|n\.a\.|nil|none|not applicable|not known|unknown|tb[acd]|pending)$/i
const noDate = /^(?:0|00000000|0000-00-00(?: 00:00:00)?|00([/.-])00\1(?:00|0000))$/
const noLoan = /^(?:0|no|n|no loan)$/i
const noLastDay = /^(?:9999|permanent|ongoing|current|present|open(?:[ -]ended)?|no end date)$/i

const wordsAreValues: ReadonlySet<string> = new Set(['cost_centre', 'location'])

export const wordsForNoValue: ReadonlyMap<string, readonly RegExp[]> = new Map(
  peopleColumns
    .filter(({ required, mayBeEmpty }) => !required || mayBeEmpty)
    .map(({ name, rule }) => [
      name,
      [
        noValue,
        ...(wordsAreValues.has(name) ? [] : [noValueUnlessText]),
        ...(rule === dayRule ? [noDate] : []),
        ...(name === 'student_loans' ? [noLoan] : []),
        ...(name === 'end_date' ? [noLastDay] : []),
      ],
    ]),
)

export function parseUploadDay(value: string): IsoDate | undefined {
  const date = isoDate.safeParse(value)
  return date.success ? date.data : undefined
}

export function readPeople(file: CsvFile, reading: ReadingContext): { people: PersonRow[]; faults: RowFault[] } {
  const faults: RowFault[] = [...file.faults, ...columnFaults(file)]
  const people: PersonRow[] = []
  for (const row of file.rows) {
    const found = readRow(row, reading)
    if (Array.isArray(found)) faults.push(...found)
    else people.push(found)
  }
  faults.push(
    ...repeated(file.rows, 'email', 'email address'),
    ...repeated(file.rows, 'employee_number', 'employee number'),
    ...repeated(file.rows, 'ni_number', 'National Insurance number', ({ ni_number }) => plainNiNumber(ni_number ?? '')),
    ...repeated(file.rows, 'payroll_id', 'payroll id', ({ payroll, payroll_id }) => `${payroll} ${payroll_id}`),
  )
  return { people, faults: faults.toSorted((a, b) => a.line - b.line) }
}

const spreadsheetError = { fault: 'is an error of a spreadsheet. Please correct the formula or write the value' }

const ifEmpty: Record<string, string> = { first_name: oneName, surname: oneName }

function isNobody({ cells }: CsvRow): boolean {
  return ['email', 'first_name', 'surname', 'date_of_birth'].every((name) => cells[name] === '')
}
const nobodyReason =
  'The row has no email, name or date of birth. Please remove totals and notes from under the list, or fill in the row'

export function readRow(row: CsvRow, reading: ReadingContext): PersonRow | RowFault[] {
  const faults: RowFault[] = []
  const read: Record<string, string | null> = {}
  if (isNobody(row)) return [{ line: row.line, reason: nobodyReason }]
  for (const { name, required, mayBeEmpty, rule, check } of peopleColumns) {
    const written = row.cells[name]
    if (written === undefined || written === '') {
      if (required && !mayBeEmpty && written === '')
        faults.push({ line: row.line, column: name, value: '', reason: `${name} is empty${ifEmpty[name] ?? ''}` })
      read[name] = null
      continue
    }
    const value = isSpreadsheetError(written) ? spreadsheetError : check(written, reading)
    if (typeof value === 'string') {
      read[name] = value
      continue
    }
    const broken = value?.fault ?? `must be ${typeof rule === 'string' ? rule : rule(reading)}`
    faults.push({
      line: row.line,
      column: name,
      value: written,
      reason: `${name} "${showInvisible(written)}" ${broken}`,
    })
    read[name] = null
  }
  faults.push(...impossibleDates(row, read, reading.today))
  const { email, employee_number, first_name, surname, date_of_birth, start_date, basic_salary } = read
  if (
    faults.length > 0 ||
    !email ||
    !employee_number ||
    !first_name ||
    !surname ||
    !date_of_birth ||
    !start_date ||
    !basic_salary
  )
    return faults
  return {
    line: row.line,
    email,
    title: read.title ?? null,
    firstName: first_name,
    surname,
    // Column rules have checked the format of these values.
    dateOfBirth: date_of_birth as IsoDate,
    sex: (read.sex ?? null) as PersonRow['sex'],
    nationalInsuranceNumber: read.ni_number ?? null,
    startDate: start_date as IsoDate,
    effectiveFrom: (read.effective_from ?? undefined) as IsoDate | undefined,
    facts: {
      ...factsIn(read),
      'payroll-id': read.payroll_id ?? employee_number,
      status: read.status ?? 'active',
      'benefit-salary': read.benefit_salary ?? basic_salary,
      'pensionable-salary': read.pensionable_salary ?? basic_salary,
      'full-time-equivalent': read.full_time_equivalent ?? (read.hours_per_week ? '1' : null),
      'tax-country': read.tax_country ?? 'rUK',
    },
  }
}

function factsIn(read: Record<string, string | null>): PersonRow['facts'] {
  const facts = factNames.map((fact) => [fact, read[columnOfFact(fact)] ?? null])
  // Each fact name has an entry.
  return Object.fromEntries(facts) as PersonRow['facts']
}

function impossibleDates(row: CsvRow, read: Record<string, string | null>, today: IsoDate): RowFault[] {
  const faults: RowFault[] = []
  const fault = (column: string, reason: string) =>
    faults.push({ line: row.line, column, value: row.cells[column] ?? '', reason })
  const { date_of_birth: born, start_date: start, end_date: end, probation_end: probation, status } = read
  const { apprentice_since: apprentice } = read
  if (born && born > today) fault('date_of_birth', `date_of_birth "${born}" is not a possible date of birth`)
  if (born && start && born >= start) fault('start_date', `start_date ${start} is before the person was born`)
  if (start && end && end < start) fault('end_date', `end_date ${end} is before start_date ${start}`)
  if (start && probation && probation < start)
    fault('probation_end', `probation_end ${probation} is before start_date ${start}`)
  if (apprentice && born && apprentice <= born)
    fault('apprentice_since', `apprentice_since ${apprentice} is before the person was born`)
  const { voucher_member_since: member } = read
  if (member && member > today) fault('voucher_member_since', `voucher_member_since ${member} has not come yet`)
  if (status === 'left' && !end) fault('end_date', 'end_date is empty, but the status is left')
  if (read.leaving_reason === 'death' && !end)
    fault('end_date', 'end_date is empty, but the leaving_reason is death: it is the day of death')
  return faults
}

export function columnFaults({ columns }: Pick<CsvFile, 'columns'>): RowFault[] {
  if (columns.length === 0) return []
  const missing = peopleColumns.filter(({ name, required }) => required && !columns.includes(name))
  const unknown = columns.filter((column) => column !== '' && !peopleColumns.some(({ name }) => name === column))
  return [
    ...missing.map(({ name }) => ({ line: 1, column: name, reason: `The column ${name} is missing` })),
    ...unknown.map((column) => ({ line: 1, column, reason: `The column ${column} is not one of the template` })),
  ]
}

function repeated(
  rows: CsvRow[],
  column: string,
  word: string,
  keyOf = (cells: CsvRow['cells']) => cells[column] ?? '',
): RowFault[] {
  const first = new Map<string, number>()
  const spelling = (value: string) => (column === 'email' ? storedEmail(value) : value.toLowerCase())
  const faults: RowFault[] = []
  for (const { line, cells } of rows) {
    const value = cells[column] ?? ''
    if (value === '') continue
    const key = spelling(keyOf(cells))
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, line)
    else faults.push({ line, column, value, reason: duplicateReason({ word, value, earlier }) })
  }
  return faults
}

export function duplicateReason({ word, value, earlier }: { word: string; value: string; earlier: number }): string {
  return `The ${word} ${value} is already in line ${earlier}`
}

export const numberTakenReason = (number: string) => `The employee number ${number} already belongs to another person`

export const payrollIdTakenReason = (id: string) =>
  `The payroll id ${id} already belongs to another person of this payroll`

export const lostZerosReason = ({ fact, value, before }: { fact: FactName; value: string; before: string }) =>
  `${columnOfFact(fact)} "${value}" has lost the zeros of ${before}, as numbers in a spreadsheet do. Please format the column as text and write ${before}`

export function warnOfNiNumbers(lines: readonly number[]): string {
  const { length } = lines
  return `${length === 1 ? 'A National Insurance number of this file belongs' : `${length.toLocaleString('en-GB')} National Insurance numbers of this file belong`} to another person on record: ${linesOf(lines)}. Please check whether it is the same person or a mistake.`
}

/** With an empty leaving reason, the row would reopen the account of a person whose death is recorded. */
export const deathRecordedReason =
  'leaving_reason is empty, but the death of this person is recorded: write death, or leave end_date empty too if they are alive'

export function warnOfDeaths(lines: readonly number[]): string {
  return `The death of people in this file is recorded, and the file corrects it: ${linesOf(lines)}. If you confirm, they can log in and get mail again.`
}

function linesOf(lines: readonly number[]): string {
  const first = lines.slice(0, 3).map((line) => `line ${line}`)
  const more = lines.length - first.length
  return `${first.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

export function columnOfFact(fact: FactName): string {
  return fact.replaceAll('-', '_')
}
