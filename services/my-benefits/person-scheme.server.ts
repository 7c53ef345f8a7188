import { addDays, type IsoDate } from '../../contract/dates.ts'
import type { BenefitId, ClientId, PersonId } from '../../contract/ids.ts'
import type { Tx } from '../../database/database.ts'
import type { TaxTable } from '../../domain/tax/tax-table.ts'
import { taxTables } from '../payroll/tax-tables.queries.ts'
import type { AcceptedTerms } from './benefit-terms.queries.ts'
import type { EnrolmentWindow, FamilyRow, OfferedBenefit, PersonRow, SchemeYear } from './benefits.queries.ts'
import {
  type AnsweredQuestions,
  type PersonSchemeRow,
  type PersonSchemeRows,
  readSchemeRows,
  readPriceRows,
  parseSchemeRows,
  type PersonOnDay,
  readSchemeRowsOfPeople,
} from './person-rows.queries.ts'
import { type SchemeOffer, cachedOffer, schemeOfferOf } from './scheme-offer.queries.ts'
import type { Choice } from '../../domain/definition/options.ts'
import { type DatedFact, type Employment, employmentOn } from '../../domain/tax/person-facts.rules.ts'
import { type FlexAllowance, flexAllowancesOf } from './flex-allowances.rules.ts'
import type { RateTable } from '../../domain/pricing/rate-table.ts'
import { coverPeriodOn } from '../../domain/selections/cover-periods.rules.ts'
import type { SelectionWithVersions } from '../../domain/selections/selection.rules.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import type { PaidSoFar } from './deductions-before.rules.ts'
import type { PayPeriod } from '../../domain/windows/effective-date.rules.ts'
import { type PaySchedule, payScheduleOf } from '../../domain/windows/pay-periods.rules.ts'

export type PersonScheme = PaySchedule & {
  today: IsoDate
  year: SchemeYear
  benefits: OfferedBenefit[]
  pots: FlexAllowance[]
  rates: RateTable[]
  taxTables: readonly TaxTable[]
  windows: EnrolmentWindow[]
  person: PersonRow
  family: FamilyRow[]
  facts: DatedFact[]
  employment: Employment
  selections: ReadonlyMap<BenefitId, SelectionWithVersions>
  segments: PersonSchemeRows['segments']
  next?: NextYear
  before?: PersonScheme
  /** Hypothetical prices of other benefits; null for benefits not held in the scenario. */
  supposed?: ReadonlyMap<BenefitId, StoredPrice | null>
  heldAtYearStart: ReadonlyMap<BenefitId, Choice>
  paidSoFar: ReadonlyMap<BenefitId, PaidSoFar>
  atLeaving: PersonSchemeRows['atLeaving']
  enrolment?: PersonSchemeRows['enrolment']
  coveredToday: ReadonlySet<BenefitId>
  acceptedTerms: AcceptedTerms[]
  answeredQuestions: AnsweredQuestions[]
  statementGroups: ReadonlySet<string>
}

type NextYear = Pick<PersonScheme, 'year' | 'benefits' | 'pots' | 'rates' | 'windows' | 'heldAtYearStart'>

/** Loads a person's scheme with one statement for their rows. Undefined before the first scheme year or without details. */
export async function loadPersonScheme(
  tx: Tx,
  clientId: ClientId,
  personOnDay: PersonOnDay,
): Promise<PersonScheme | undefined> {
  const rows = await readSchemeRows(tx, clientId, personOnDay)
  return rows && schemeOf(rows, await bothYears(tx, clientId, rows))
}

export async function loadSchemesOf(
  tx: Tx,
  clientId: ClientId,
  personOnDay: { people: readonly PersonId[]; today: IsoDate },
): Promise<PersonScheme[]> {
  const schemes: PersonScheme[] = []
  for (const rows of await readSchemeRowsOfPeople(tx, clientId, personOnDay))
    schemes.push(schemeOf(rows, await bothYears(tx, clientId, rows)))
  return schemes
}

export async function loadSchemeForPrices(
  tx: Tx,
  clientId: ClientId,
  personOnDay: PersonOnDay,
): Promise<PersonScheme | undefined> {
  const rows = await readPriceRows(tx, clientId, personOnDay)
  return rows && schemeOf(rows, await bothYears(tx, clientId, rows))
}

type BothYears = { now: SchemeOffer; ahead: SchemeOffer | undefined }

async function bothYears(
  tx: Tx,
  clientId: ClientId,
  { year, nextYear, revision }: PersonSchemeRows,
): Promise<BothYears> {
  const now = await schemeOfferOf(tx, clientId, { year, revision })
  return { now, ahead: nextYear ? await schemeOfferOf(tx, clientId, { year: nextYear, revision }) : undefined }
}

export function cachedSchemeOf(
  clientId: ClientId,
  row: PersonSchemeRow | undefined,
): PersonScheme | undefined | 'not-cached' {
  const rows = parseSchemeRows(row)
  if (!rows) return undefined
  const { year, nextYear, revision } = rows
  const now = cachedOffer(clientId, { year, revision })
  const ahead = nextYear ? cachedOffer(clientId, { year: nextYear, revision }) : undefined
  return now && (ahead || !nextYear) ? schemeOf(rows, { now, ahead }) : 'not-cached'
}

function schemeOf(rows: PersonSchemeRows, { now: offered, ahead }: BothYears): PersonScheme {
  const { today, year, person, family, facts, acceptedTerms, answeredQuestions, statementGroups, lockedPeriods } = rows
  const selections = new Map(rows.selections.map((selection) => [selection.benefitId, selection]))
  const employment = employmentOn(facts, today)
  const { periods, payCycleOn } = payScheduleOf(facts, offered.payrolls)
  return {
    today,
    year,
    benefits: benefitsFor(offered, selections),
    ...(rows.nextYear && ahead && { next: nextYearOf(rows, rows.nextYear, { now: offered, ahead, selections }) }),
    pots: flexAllowancesOf(offered.benefits),
    rates: offered.rates,
    taxTables: taxTables(),
    windows: [...windowsFor(year, offered.windows), ...rows.grantedWindows],
    person,
    family,
    facts,
    employment,
    periods: withLocks(periods, lockedPeriods),
    payCycleOn,
    selections,
    segments: rows.segments,
    heldAtYearStart: heldAtYearStart(rows),
    paidSoFar: rows.paidSoFar,
    atLeaving: rows.atLeaving,
    enrolment: rows.enrolment,
    coveredToday: coveredToday(rows),
    acceptedTerms,
    answeredQuestions,
    statementGroups,
  }
}

type Selections = PersonScheme['selections']

function benefitsFor({ benefits }: SchemeOffer, selections: Selections): OfferedBenefit[] {
  return benefits.filter(
    ({ id, definition, withdrawn }) => !definition.pot && (!withdrawn || isHeld(selections.get(id))),
  )
}

function nextYearOf(
  rows: PersonSchemeRows,
  year: SchemeYear,
  { now, ahead, selections }: { now: SchemeOffer; ahead: SchemeOffer; selections: Selections },
): NextYear {
  return {
    year,
    benefits: benefitsFor(ahead, selections),
    pots: flexAllowancesOf(ahead.benefits),
    rates: ahead.rates,
    windows: windowsFor(year, [...ahead.windows, ...now.windows.filter(({ rules }) => rules.for !== undefined)]),
    heldAtYearStart: heldOn(rows, addDays(year.from, -1)),
  }
}

function windowsFor({ from }: SchemeYear, windows: readonly EnrolmentWindow[]): EnrolmentWindow[] {
  const year = Number(from.slice(0, 4))
  return windows.filter(({ rules }) => rules.for === undefined || rules.for === year)
}

function heldOn({ selections, segments }: PersonSchemeRows, day: IsoDate): ReadonlyMap<BenefitId, Choice> {
  return new Map(
    selections.flatMap((selection): [BenefitId, Choice][] => {
      const stored = segments.get(selection)
      const version = stored ? coverPeriodOn(stored, day)?.version : selection.running
      return version ? [[selection.benefitId, version.choice]] : []
    }),
  )
}

function isHeld(selection: SelectionWithVersions | undefined): boolean {
  if (!selection) return false
  const { state, versionInForce } = selection
  return versionInForce !== null || ['pending', 'pending-change', 'opted-out', 'ended'].includes(state)
}

function coveredToday({ selections, segments, today }: PersonSchemeRows): ReadonlySet<BenefitId> {
  const runsNow = selections.filter((selection) => {
    const { running } = selection
    const isInForce = running !== null && (running.effectiveFrom ?? today) <= today
    return isInForce || coverPeriodOn(segments.get(selection) ?? [], today) !== undefined
  })
  return new Set(runsNow.map(({ benefitId }) => benefitId))
}

function withLocks(periods: readonly PayPeriod[], lockedPeriods: ReadonlySet<string>): PayPeriod[] {
  return periods.map((period) => ({ ...period, locked: lockedPeriods.has(period.id) }))
}

function heldAtYearStart({ year, selections, changedSinceStart }: PersonSchemeRows): ReadonlyMap<BenefitId, Choice> {
  if (changedSinceStart) return changedSinceStart
  const inForce = selections.filter(({ running }) => running?.effectiveFrom && running.effectiveFrom <= year.from)
  return new Map(inForce.map(({ benefitId, newest }) => [benefitId, newest.choice]))
}
