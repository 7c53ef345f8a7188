import { addDays, isoDate, type IsoDate } from '../../contract/dates.ts'
import { RandomDraws } from '../../platform/random-draws.rules.ts'
import { coverOf } from './cover.ts'
import { requestSignIn, dropPromises } from './employee.ts'
import { generateLife, type Life } from './life.ts'
import { drawEvent } from './events.ts'
import {
  countRows,
  allowJobsAgainToday,
  hasDueRun,
  nextCutOff,
  observePeople,
  observePeriods,
  payOf,
  pendingSelectionsOf,
} from './observations.ts'
import { type LockedRun, type Office, openBenefitsOffice } from './benefits-office.ts'
import { type DatabaseLogins, openPortal, type SimulatedPortal } from './portal.ts'
import { rulesOfLives, type RuleName, type Violation } from './rules.ts'
import { jobsTwice, lockedRunStays, signInWorks } from './rules/client.ts'
import type { Finding, ObservedLife } from './rules/rule.ts'
import { type Cells, employer, employerRow, type OpeningVouchers, type SchemeYear, SimulatedScheme } from './scheme.ts'
import { addUkData } from './uk-rules.ts'
import type { EventContext } from './event-context.ts'

export type SimulationOptions = {
  folder: string
  /** An existing empty directory for the folders of the scheme years. */
  work: string
  ground: DatabaseLogins
  seed: number
  lives: number
  years: number
  /** Simulates only this life, by its index from 0. */
  only?: number | undefined
  /** Events happen only on every nth day, so that one day's work covers many lives. */
  every?: number
  enrolling?: boolean
  /** Adds automatic enrolment, members of the voucher scheme, and weekly and fortnightly payrolls. */
  uk?: boolean
  onViolation?: (violation: Violation) => void
}

export type SimulationResult = {
  lives: number
  days: number
  steps: number
  news: Record<string, number>
  violations: Violation[]
  pay: Record<string, string[]>
  /** Events of lives that break a rule, by email address. */
  histories: Record<string, string[]>
}

/** Simulates several scheme years through the portal's calls, and checks the rules after each step. */
export async function simulate({
  folder,
  work,
  ground,
  enrolling = false,
  uk = false,
  ...asked
}: SimulationOptions): Promise<SimulationResult> {
  const scheme = new SimulatedScheme(folder, work, {
    enrolling,
    ...(uk && { ukFrom: new RandomDraws(asked.seed, 'enrolment') }),
  })
  const portal = await openPortal(ground, scheme.site)
  try {
    return await new Simulation(scheme, portal, asked).run()
  } finally {
    await portal.close()
  }
}

/** `windowBefore`: the year's annual window is before the year, not in the middle of it. */
type NewYearEffect = { index: number; appliedOn: IsoDate; windowBefore: boolean }

class Simulation {
  readonly #scheme: SimulatedScheme
  readonly #portal: SimulatedPortal
  readonly #seed: number
  readonly #every: number
  readonly #report: (violation: Violation) => void
  readonly #end: IsoDate
  readonly #lives: Life[]
  readonly #turns: NewYearEffect[]
  readonly #isThere = new Set<string>()
  readonly #locked: LockedRun[] = []
  readonly #violations = new Map<string, Violation>()
  readonly #news: Record<string, number> = {}
  #applied: SchemeYear | undefined
  /** Whether people can log in while the scheme year's folder is late. Undefined until tested. */
  #worksWithoutFolder: boolean | undefined
  #steps = 0

  constructor(
    scheme: SimulatedScheme,
    portal: SimulatedPortal,
    {
      seed,
      lives,
      years,
      only,
      every = 1,
      onViolation = () => undefined,
    }: Omit<SimulationOptions, 'folder' | 'work' | 'ground' | 'enrolling' | 'uk'>,
  ) {
    this.#scheme = scheme
    this.#portal = portal
    this.#seed = seed
    this.#every = every
    this.#report = onViolation
    const { start, payrolls } = scheme
    this.#end = addDays(scheme.firstDayOf(years), -1)
    this.#lives = Array.from({ length: lives }, (_, place) =>
      generateLife({ seed, place, start, end: this.#end, payrolls }),
    ).filter((_, place) => only === undefined || place === only)
    for (const life of this.#lives) {
      if (scheme.uk) addUkData(life, { seed, start, ...scheme.uk })
      life.nextEventOn = this.#onNewsDay(life.nextEventOn)
    }
    this.#turns = Array.from({ length: years - 1 }, (_, before) => this.#newYearEffect(before + 1))
  }

  async run(): Promise<SimulationResult> {
    let days = 0
    for (
      let today: IsoDate | undefined = this.#scheme.start;
      today && today <= this.#end;
      today = await this.#dayAfter(today)
    ) {
      days += 1
      await this.#live(today)
    }
    const broken = new Set([...this.#violations.values()].map(({ life }) => life))
    return {
      lives: this.#lives.length,
      days,
      steps: this.#steps,
      news: this.#news,
      violations: [...this.#violations.values()],
      pay: await payOf(
        this.#portal,
        this.#lives.map(({ email }) => email),
      ),
      histories: Object.fromEntries(
        this.#lives
          .filter(({ email }) => broken.has(email))
          .map(({ email, steps }) => [email, steps.map(({ day, what }) => `${day} ${what}`)]),
      ),
    }
  }

  async #live(today: IsoDate): Promise<void> {
    await this.#portal.moveTo(today)
    await this.#applyFolders(today)
    await this.#runJobs(today)
    if (!(await this.#canBeUsed(today))) return
    let opened: Promise<Office> | undefined
    const office = () => (opened ??= openBenefitsOffice(this.#portal, today))
    const isPayDay = await hasDueRun(this.#portal)
    if (isPayDay) await this.#lock(await office(), today)
    const due = this.#lives.filter(({ nextEventOn: day }) => day <= today)
    const rows = new Map<string, Cells>()
    for (const life of due) await this.#bring(life, { today, rows })
    if (rows.size > 0) await this.#sendFile(office, [...rows.values()], today)
    const decided = await this.#decide(office, today)
    const isTurn = this.#scheme.years.some(({ from }) => from === today)
    await this.#ask(isPayDay || isTurn ? this.#lives : [...new Set([...due, ...decided])], today)
  }

  /** Tests the login once while the folder of a scheme year is late. If the login fails, events wait for the folder. */
  async #canBeUsed(today: IsoDate): Promise<boolean> {
    const isInYear = this.#scheme.years.some(({ from, to }) => from <= today && today <= to)
    if (isInYear) this.#worksWithoutFolder = undefined
    if (isInYear || this.#worksWithoutFolder !== undefined) return this.#worksWithoutFolder ?? true
    const found = signInWorks({ answer: await requestSignIn(this.#portal, employer), today })
    for (const one of found) this.#violate('sign-in-works', one)
    this.#worksWithoutFolder = found.length === 0
    return this.#worksWithoutFolder
  }

  async #applyFolders(today: IsoDate): Promise<void> {
    const first = this.#applied ? [] : [{ index: 0, windowBefore: true, people: this.#thereAtFirst() }]
    const later = this.#turns
      .filter(({ index, appliedOn }) => appliedOn <= today && this.#scheme.years[index] === undefined)
      .map((turn) => ({ ...turn, people: [] }))
    for (const { index, windowBefore, people } of [...first, ...later]) {
      const chance = new RandomDraws(this.#seed, 'year', index)
      this.#applied = this.#scheme.write({
        index,
        people: [...people, this.#employer()],
        vouchers: index === 0 ? vouchersOf(this.#lives.filter(({ joins }) => joins === undefined)) : [],
        chance,
        windowBefore,
        appliedOn: today,
      })
      await this.#portal.apply(this.#applied.folder)
    }
  }

  #newYearEffect(index: number): NewYearEffect {
    const chance = new RandomDraws(this.#seed, 'turn', index)
    const before = chance.weighted({ early: 3, inTime: 1, late: 1 })
    const days = { early: -chance.whole(37, 50), inTime: -chance.whole(2, 12), late: chance.whole(1, 12) }[before]
    return {
      index,
      appliedOn: addDays(this.#scheme.firstDayOf(index), days),
      windowBefore: before === 'early' && chance.happens(0.8),
    }
  }

  /** Runs the jobs. On some days runs them twice, as two independent processes would. */
  async #runJobs(today: IsoDate): Promise<void> {
    await this.#portal.runJobs()
    const isTurn = this.#scheme.years.some(({ from }) => from === today)
    if (!isTurn && Date.parse(today) % (86_400_000 * 11) !== 0) return
    const before = await countRows(this.#portal)
    await allowJobsAgainToday(this.#portal)
    await this.#portal.runJobs()
    const after = await countRows(this.#portal)
    for (const found of jobsTwice({ before, after, today })) this.#violate('jobs-twice', found)
  }

  async #lock(office: Office, today: IsoDate): Promise<void> {
    for (const before of this.#locked.slice(-3))
      for (const found of lockedRunStays({ before, now: await office.hashOf(before.reportId), today }))
        this.#violate('locked-run-stays', found)
    this.#locked.push(...(await office.lockDueRuns()))
  }

  async #bring(life: Life, { today, rows }: { today: IsoDate; rows: Map<string, Cells> }): Promise<void> {
    const news = drawEvent(life, today)
    life.nextEventOn = this.#onNewsDay(addDays(today, life.chance.whole(3, 45)))
    if (!news) return
    const reach: EventContext = {
      portal: this.#portal,
      scheme: this.#scheme,
      today,
      addToUpload: (cells) => void rows.set(life.email, cells),
      report: (rule, found) => this.#violate(rule, found, life),
    }
    const what = await news.happens(life, reach)
    if (what === undefined) return
    this.#steps += 1
    this.#news[news.name] = (this.#news[news.name] ?? 0) + 1
    life.steps.push({ day: today, what })
  }

  /** Adds joiners through the folder, with accounts that can log in. Updates other people through an upload. */
  async #sendFile(office: () => Promise<Office>, rows: readonly Cells[], today: IsoDate): Promise<void> {
    const [known, joiners] = [
      rows.filter(({ email = '' }) => this.#isThere.has(email)),
      rows.filter(({ email = '' }) => !this.#isThere.has(email)),
    ]
    if (joiners.length > 0 && this.#applied) {
      const own = this.#lives.filter(({ email }) => joiners.some((cells) => cells['email'] === email))
      this.#scheme.rewritePeople(this.#applied, [...joiners, this.#employer()], vouchersOf(own))
      await this.#portal.apply(this.#applied.folder)
      for (const { email = '' } of joiners) this.#isThere.add(email)
    }
    const fault = known.length > 0 ? await (await office()).upload(known) : undefined
    if (fault !== undefined)
      throw new Error(`${today}: the upload of ${known.map(({ email }) => email).join(', ')} was refused: ${fault}`)
  }

  #thereAtFirst(): Cells[] {
    const there = this.#lives.filter(({ joins }) => joins === undefined)
    for (const { email } of there) this.#isThere.add(email)
    return there.map(({ cells }) => ({ ...cells, effective_from: '' }))
  }

  #employer(): Cells {
    return employerRow(this.#scheme.payrolls)
  }

  /** Decides pending selections within days, mostly by approving. Returns the lives concerned. */
  async #decide(office: () => Promise<Office>, today: IsoDate): Promise<Life[]> {
    const due = this.#lives.filter(({ decidedOn }) => decidedOn !== undefined && decidedOn <= today)
    for (const life of due) {
      delete life.decidedOn
      for (const { id, version, benefit } of await pendingSelectionsOf(this.#portal, life.email)) {
        const approves = life.chance.happens(0.85)
        const status = await (await office()).decide({ id, version, approves })
        dropPromises(life, benefit)
        life.steps.push({ day: today, what: `the employer ${approves ? 'approves' : 'rejects'} ${benefit}: ${status}` })
      }
    }
    return due
  }

  async #ask(lives: readonly Life[], today: IsoDate): Promise<void> {
    if (lives.length === 0) return
    const periods = await observePeriods(this.#portal)
    const observed = await observePeople(
      this.#portal,
      lives.map(({ email }) => email),
    )
    for (const life of lives) {
      const { selections = [], mails = [], assessments = [] } = observed.get(life.email) ?? {}
      const held = selections.map((selection) => ({ ...selection, cover: coverOf(selection.versions) }))
      const seen: ObservedLife = { life, today, held, mails, assessments, periods, years: this.#scheme.years }
      for (const [rule, check] of Object.entries(rulesOfLives))
        // The keys of the table are rule names.
        for (const found of check(seen)) this.#violate(rule as RuleName, found, life)
      life.promises = life.promises.filter(({ day }) => day > addDays(today, -62))
    }
  }

  /** Records only the first violation of a kind in a life, because later violations may be its consequences. */
  #violate(rule: RuleName, found: Finding, life?: Life): void {
    const violation = { ...found, rule, seed: this.#seed, place: life?.place, life: life?.email ?? 'the client' }
    const key = `${rule} ${violation.life} ${violation.benefit}`
    if (this.#violations.has(key)) return
    this.#violations.set(key, violation)
    this.#report(violation)
  }

  #onNewsDay(day: IsoDate): IsoDate {
    const days = Math.round((Date.parse(day) - Date.parse(this.#scheme.start)) / 86_400_000)
    return addDays(this.#scheme.start, Math.ceil(days / this.#every) * this.#every)
  }

  /** Returns the next day with an event, a decision, a cut-off, a birthday, a folder, a window or a scheme year. */
  async #dayAfter(today: IsoDate): Promise<IsoDate | undefined> {
    const cutOff = await nextCutOff(this.#portal, today)
    return [
      ...this.#lives.flatMap(({ nextEventOn: day, decidedOn, born }) => [day, decidedOn, nextBirthday(born, today)]),
      ...this.#turns.map(({ appliedOn }) => appliedOn),
      ...this.#scheme.years.flatMap(({ from, to, windows }) => [
        from,
        addDays(to, 1),
        ...windows.flatMap(({ opens, closes }) => [opens, addDays(closes, 1)]),
      ]),
      cutOff && addDays(cutOff, 1),
    ]
      .filter((day) => day !== undefined)
      .filter((day) => day > today)
      .toSorted()[0]
  }
}

function vouchersOf(lives: readonly Life[]): OpeningVouchers[] {
  return lives.flatMap(({ uk }) => uk?.vouchers ?? [])
}

function nextBirthday(born: IsoDate, today: IsoDate): IsoDate {
  const date = born.slice(5) === '02-29' ? '03-01' : born.slice(5)
  const year = Number(today.slice(0, 4))
  const own = isoDate.parse(`${year}-${date}`)
  return own > today ? own : isoDate.parse(`${year + 1}-${date}`)
}
