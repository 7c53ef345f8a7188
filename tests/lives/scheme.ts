import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { addDays, isoDate, type IsoDate } from '../../contract/dates.ts'
import type { RandomDraws } from '../../platform/random-draws.rules.ts'
import { day, iso, monthsLater, resolved } from '../golden/independent/days.ts'
import { type Folder, readFolder } from '../golden/independent/scheme-folder.ts'

/** A scheme year: its folder, and the folder's contents as read by the second implementation. */
export type SchemeYear = {
  index: number
  from: IsoDate
  to: IsoDate
  /** The day on which its folder is first applied. */
  appliedOn: IsoDate
  folder: string
  read: Folder
  payrolls: { code: string; frequency: Frequency }[]
  windows: { opens: IsoDate; closes: IsoDate }[]
}
type Frequency = 'monthly' | 'four-weekly' | 'fortnightly' | 'weekly'
export type Cells = Record<string, string>

export const employer = 'employer@lives.example'
export const password = 'Quartz&94Wren-Loft'

type Payroll = { code: string; frequency: Frequency; firstPayDay?: string; name?: string; cutOffDays?: number }

type YearFile = {
  from: string
  to: string
  windows: { cause: string; opens?: string; closes?: string; for?: number }[]
  payrolls: Payroll[]
  rates: { file: string; effectiveFrom: string }[]
}

/** Relative days become dates, so that later years can follow. From the second year on, prices differ. */
export class SimulatedScheme {
  readonly site: string
  readonly start: IsoDate
  readonly payrolls: string[]
  readonly years: SchemeYear[] = []
  /** Set with UK rules: automatic enrolment, closed vouchers with members, and four pay frequencies. */
  readonly uk: Enrolment | undefined
  readonly #original: string
  readonly #work: string

  readonly #enrolment: Enrolment | undefined

  constructor(
    original: string,
    work: string,
    { enrolling, ukFrom }: { enrolling?: boolean; ukFrom?: RandomDraws } = {},
  ) {
    this.#original = original
    this.#work = work
    const client = parse(readFileSync(join(original, 'client.yaml'), 'utf8')) as { addresses: [string] }
    const year = this.#yearFile()
    const relative = [year.from, year.to].some((date) => !/^\d/.test(date))
    this.site = client.addresses[0]
    // A day in the first scheme year. If the folder's days are relative, it is also in the annual window.
    this.start = isoDate.parse(relative ? '2026-04-20' : iso(day(year.from) + 14))
    this.uk = ukFrom && enrolmentFrom(this.start, ukFrom)
    this.#enrolment = this.uk ?? (enrolling ? atOnce(this.start) : undefined)
    this.payrolls = this.#payrollsOf(year).map(({ code }) => code)
  }

  /** `chance` decides how rates change. */
  write({
    index,
    people,
    vouchers = [],
    chance,
    appliedOn,
    windowBefore = true,
  }: {
    index: number
    appliedOn: IsoDate
    people: readonly Cells[]
    vouchers?: readonly OpeningVouchers[]
    chance: RandomDraws
    windowBefore?: boolean
  }): SchemeYear {
    const folder = join(this.#work, `year-${index}`)
    const source = this.years[index - 1]?.folder ?? this.#original
    rmSync(folder, { recursive: true, force: true })
    cpSync(source, folder, { recursive: true })
    for (const file of ['statements.csv', 'history', 'files', 'withdrawn'])
      if (index === 0) rmSync(join(folder, file), { recursive: true, force: true })
    for (const file of yearFiles(folder)) rmSync(join(folder, file))
    const year = this.#shifted(index, windowBefore)
    writeFileSync(join(folder, 'scheme-current.yaml'), stringify(year))
    if (index === 0 && this.#enrolment) enrolInto(join(folder, 'benefits/pension.yaml'), this.#enrolment)
    if (index === 0) writeFileSync(join(folder, 'client.yaml'), stringify(clientOf(folder)))
    else for (const { file } of year.rates) raiseRates(join(folder, file), chance)
    mkdirSync(join(folder, 'benefits'), { recursive: true })
    if (index === 0) writePersonalPension(folder)
    writePeople(folder, people, vouchers)
    const read = readFolder(folder, this.start)
    const windows = year.windows.flatMap(({ opens, closes }) =>
      opens && closes ? [{ opens: isoDate.parse(opens), closes: isoDate.parse(closes) }] : [],
    )
    const written = {
      index,
      from: isoDate.parse(year.from),
      to: isoDate.parse(year.to),
      appliedOn,
      folder,
      read,
      payrolls: year.payrolls,
      windows,
    }
    this.years[index] = written
    return written
  }

  rewritePeople({ folder }: SchemeYear, people: readonly Cells[], vouchers: readonly OpeningVouchers[] = []): void {
    writePeople(folder, people, vouchers)
  }

  firstDayOf(index: number): IsoDate {
    return isoDate.parse(iso(monthsLater(resolved(this.#yearFile().from, day(this.start)), 12 * index)))
  }

  /** Adds a weekly and a fortnightly payroll, with the file format of the four-weekly payroll. */
  #payrollsOf({ payrolls }: YearFile): Payroll[] {
    const like = this.uk && payrolls.find(({ frequency }) => frequency === 'four-weekly')
    if (!like) return payrolls
    const added = (['weekly', 'fortnightly'] as const).filter((code) => payrolls.every((one) => one.code !== code))
    return [...payrolls, ...added.map((code) => ({ ...like, code, name: code, frequency: code, cutOffDays: 4 }))]
  }

  #yearFile(): YearFile {
    const [file = ''] = yearFiles(this.#original)
    return parse(readFileSync(join(this.#original, file), 'utf8')) as YearFile
  }

  #shifted(index: number, windowBefore: boolean): YearFile {
    const year = this.#yearFile()
    const start = day(this.start)
    const at = (written: string) => iso(monthsLater(resolved(written, start), 12 * index))
    const from = at(year.from)
    const annual = (window: YearFile['windows'][number]) => {
      const [opens, days, also] = windowBefore ? [-36, 30, { for: Number(from.slice(0, 4)) }] : [150, 20, {}]
      const first = addDays(isoDate.parse(from), opens)
      return { ...window, ...also, opens: first, closes: addDays(first, days) }
    }
    const windows = year.windows.flatMap((window) => {
      if (!window.opens || !window.closes) return [window]
      if (index === 0) return [{ ...window, opens: at(window.opens), closes: at(window.closes) }]
      return window.cause === 'annual' ? [annual(window)] : []
    })
    return {
      ...year,
      from,
      to:
        index === 0
          ? at(year.to)
          : addDays(isoDate.parse(iso(monthsLater(resolved(year.from, start), 12 * (index + 1)))), -1),
      windows,
      payrolls: this.#payrollsOf(year).map((payroll) =>
        payroll.firstPayDay === undefined ? payroll : { ...payroll, firstPayDay: firstPayDay(payroll, from) },
      ),
      rates: year.rates.map((rate) => ({ ...rate, effectiveFrom: index === 0 ? at(rate.effectiveFrom) : from })),
    }

    /** Periods begin on the year's first day, so that it has 53 weekly, 27 fortnightly or 14 four-weekly periods. */
    function firstPayDay({ frequency }: Payroll, since: string): IsoDate {
      const every = { weekly: 7, fortnightly: 14, 'four-weekly': 28, monthly: 28 }[frequency]
      let pays = isoDate.parse(iso(resolved(year.from, start) + every - 1))
      while (pays < since) pays = addDays(pays, every)
      return pays
    }
  }
}

function yearFiles(folder: string): string[] {
  return readdirSync(folder).filter((file) => /^scheme-.*\.yaml$/.test(file))
}

function clientOf(folder: string): object {
  const client = parse(readFileSync(join(folder, 'client.yaml'), 'utf8')) as { switches?: object }
  const { identityProvider: _, ...others } = client as { identityProvider?: unknown }
  return {
    ...others,
    switches: {
      ...client.switches,
      ssoAccessOnly: false,
      twoFactor: { employers: false, employees: false },
    },
  }
}

/** Settings of a pension that enrols jobholders automatically (docs/scheme-folder.md, autoEnrolment). */
export type Enrolment = {
  scheme: 'occupational'
  optOutNotice: 'employer' | 'scheme'
  optOutLink?: string
  postponement: number
  reEnrolment: IsoDate
  reEnrolRecentLeavers: boolean
}

function atOnce(start: IsoDate): Enrolment {
  return {
    scheme: 'occupational',
    optOutNotice: 'employer',
    postponement: 0,
    reEnrolment: addDays(start, 400),
    reEnrolRecentLeavers: true,
  }
}

function enrolmentFrom(start: IsoDate, chance: RandomDraws): Enrolment {
  const byScheme = chance.happens(0.4)
  return {
    scheme: 'occupational',
    optOutNotice: byScheme ? 'scheme' : 'employer',
    ...(byScheme && { optOutLink: 'https://meridian-pensions.example/opt-out' }),
    postponement: chance.whole(0, 3),
    reEnrolment: addDays(start, chance.whole(120, 420)),
    reEnrolRecentLeavers: chance.happens(0.7),
  }
}

function enrolInto(path: string, autoEnrolment: Enrolment): void {
  const pension = parse(readFileSync(path, 'utf8')) as object
  const coreChoice = { values: { contribution: '5' } }
  writeFileSync(path, stringify({ ...pension, coreChoice, autoEnrolment }))
}

/** Writes a second pension with relief at source, in addition to the pension with salary sacrifice. */
function writePersonalPension(folder: string): void {
  const original = join(folder, 'benefits/pension.yaml')
  if (!existsSync(original)) return
  const {
    coreChoice: _choice,
    autoEnrolment: _enrolment,
    ...pension
  } = parse(readFileSync(original, 'utf8')) as { coreChoice?: object; autoEnrolment?: object }
  const personal = {
    ...pension,
    code: 'personal-pension',
    name: 'Personal pension',
    groupCode: 'personal-pension',
    requires: [],
    ages: { from: 16 },
    pay: {
      employee: { taxMethod: 'relief-at-source', payCode: 'PPRAS' },
      employer: { taxMethod: 'employer-only', payCode: 'PPER' },
    },
  }
  writeFileSync(join(folder, 'benefits/personal-pension.yaml'), stringify(personal))
}

function raiseRates(path: string, chance: RandomDraws): void {
  const percent = chance.whole(-3, 9)
  const [head = '', ...rows] = readFileSync(path, 'utf8').trim().split(/\r?\n/)
  const names = head.split(',')
  const isPrice = names.map((name) => name === 'amount' || /(^|_)rate$/.test(name))
  const raised = rows.map((row) =>
    row
      .split(',')
      .map((cell, at) => {
        if (!isPrice[at] || cell === '') return cell
        const digits = cell.split('.')[1]?.length ?? 0
        return ((Number(cell) * (100 + percent)) / 100).toFixed(Math.max(2, digits))
      })
      .join(','),
  )
  writeFileSync(path, `${[head, ...raised].join('\n')}\n`)
}

const columns = [
  'employee_number',
  'email',
  'title',
  'first_name',
  'surname',
  'date_of_birth',
  'sex',
  'payroll',
  'status',
  'start_date',
  'end_date',
  'probation_end',
  'basic_salary',
  'hours_per_week',
  'full_time_equivalent',
  'tax_country',
  'ni_category',
  'effective_from',
] as const

/** Columns that only some people use. A file without them changes nothing. */
const ukColumns = [
  'other_relevant_earnings',
  'voucher_member_since',
  'childcare_account_notice',
  'pension_opt_out_notice',
] as const

export function peopleFile(people: readonly Cells[]): string {
  const written = [...columns, ...ukColumns.filter((column) => people.some((cells) => column in cells))]
  const rows = people.map((cells) => written.map((column) => cells[column] ?? '').join(','))
  return `${[written.join(','), ...rows].join('\n')}\n`
}

/** Vouchers that a joiner already has: an amount in pounds a month from a day. */
export type OpeningVouchers = { email: string; from: IsoDate; amount: number }

function writePeople(folder: string, people: readonly Cells[], vouchers: readonly OpeningVouchers[] = []): void {
  writeFileSync(join(folder, 'people.csv'), peopleFile(people))
  const accounts = { password, othersRegistered: 100, named: { [employer]: { userType: 'employer' } } }
  writeFileSync(join(folder, 'people-accounts.yaml'), stringify(accounts))
  const openings = vouchers.map(
    ({ email, from, amount }) => `${email},childcare-vouchers,active,${from},amount=${amount},`,
  )
  const head = 'email,benefit,state,from,values,people'
  writeFileSync(join(folder, 'opening-selections.csv'), `${[head, ...openings].join('\n')}\n`)
}

export function employerRow([payroll = '']: readonly string[]): Cells {
  return {
    employee_number: 'E0001',
    email: employer,
    title: 'Mx',
    first_name: 'Employer',
    surname: 'Office',
    date_of_birth: '1980-02-03',
    sex: 'female',
    payroll,
    status: 'active',
    start_date: '2010-01-04',
    basic_salary: '40000.00',
    hours_per_week: '37.5',
    full_time_equivalent: '1',
    tax_country: 'rUK',
    ni_category: 'A',
  }
}
