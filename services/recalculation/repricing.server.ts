import { addDays, type IsoDate } from '../../contract/dates.ts'
import { chosenFrom } from './choice-origin.rules.ts'
import type { SchemeYearId } from '../../contract/ids.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { hasFixedTotal } from '../payroll/fixed-total.rules.ts'
import { copiedFields } from './next-version.server.ts'
import type { DatedFact } from '../../domain/tax/person-facts.rules.ts'
import { coversDays, type CoverPeriod, coverPeriodsOf } from '../../domain/selections/cover-periods.rules.ts'
import { inForceAfter, transitionOf } from './selection-states.rules.ts'
import type { NewVersion, SelectionVersion } from '../../domain/selections/selection.rules.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import { recalculationMessages as say } from './recalculation.messages.ts'
import type { SelectionWithHistory } from './apply-version.rules.ts'
import type { SelectionAction } from '../../domain/selections/selection-steps.rules.ts'

export const priceFactNames = [
  'basic-salary',
  'benefit-salary',
  'pensionable-salary',
  'hours-per-week',
  'full-time-equivalent',
  'payroll',
  'tax-country',
] as const

export type Repricing = {
  year: { id: SchemeYearId }
  definition: BenefitDefinition
  facts: readonly DatedFact[]
  since: IsoDate
  datesReached: readonly IsoDate[]
  ratesReached: readonly IsoDate[]
  /** Divorced spouses. A pending application that covers one is returned to the employee, not changed. */
  divorced: ReadonlySet<string>
  because?: string
  pot?: { name: string; days: readonly IsoDate[] }
  priceOn: (version: SelectionVersion, day: IsoDate, chosenFrom: IsoDate) => Priced | undefined
}

/** `limited`: part of the cover awaits medical evidence. `people`: chosen people who are still covered. */
export type Priced = {
  schemeYearId: SchemeYearId
  price: StoredPrice
  limited: boolean
  people: readonly string[]
}

export function repricingSteps(history: SelectionWithHistory, repricing: Repricing): NewVersion[] {
  return coverPeriodsOf(history.versions)
    .filter((segment) => coversDays(segment) && (!segment.until || segment.until > repricing.since))
    .filter(
      ({ version: { schemeYearId, price } }) =>
        schemeYearId === repricing.year.id && price !== null && !hasFixedTotal(price),
    )
    .flatMap((segment) =>
      repricedDaysOf(segment, chosenFrom(history.versions, segment), repricing).map((piece) =>
        repriced(history, { version: segment.version, piece, repricing }),
      ),
    )
}

export function applicationRepricingStep(history: SelectionWithHistory, repricing: Repricing): NewVersion | undefined {
  const { since, priceOn, divorced } = repricing
  const { newest, state, versionInForce } = history.selection
  const { effectiveFrom, price } = newest
  if (effectiveFrom === null || effectiveFrom < since || price === null) return undefined
  if (newest.schemeYearId !== repricing.year.id) return undefined
  const step = transitionOf({ state, running: versionInForce !== null }, 'reprice-application', 'system')
  if (step.outcome === 'refused') return undefined
  const newPrice = priceOn(newest, effectiveFrom, effectiveFrom)
  // A fixed total is spread over pay days again on approval, so only totals are compared.
  const isSame = hasFixedTotal(price) ? hasSameTotals : costsTheSame
  if (!newPrice || (isSame(newPrice.price, price) && coversAll(newPrice, newest))) return undefined
  if (newest.choice.people.some((id) => divorced.has(id) && !newPrice.people.includes(id))) return undefined
  return {
    ...limitedToPeople(newest, newPrice.people),
    schemeYearId: newPrice.schemeYearId,
    price: newPrice.price,
    effectiveFrom,
    state: step.to,
    action: 'reprice-application',
    runs: inForceAfter(step.effect),
    actorId: null,
    reason: reasonOf(repricing, effectiveFrom),
  }
}

export function restatingStep(shownVersion: SelectionVersion, { selection }: SelectionWithHistory): NewVersion {
  return {
    ...copiedFields(shownVersion),
    reason: shownVersion.reason,
    state: selection.state,
    action: 'restate',
    runs: 'as-before',
    actorId: null,
  }
}

type RepricedDays = Priced & { from: IsoDate; until?: IsoDate }

function repricedDaysOf(
  segment: CoverPeriod<SelectionVersion>,
  chosen: IsoDate,
  { facts, since, datesReached, ratesReached, pot: allowance, priceOn }: Repricing,
): RepricedDays[] {
  const { version, from, until } = segment
  const first = from < since ? since : from
  const changes = facts.filter(({ fact }) => isPriceFact(fact)).map(({ effectiveFrom }) => effectiveFrom)
  const later = [...changes, ...datesReached, ...ratesReached, ...(allowance?.days ?? [])].filter(
    (day) => day > first && (until === undefined || day < until),
  )
  const ranges: (RepricedDays & { asAgreed: boolean })[] = []
  for (const day of [...new Set([first, ...later])].toSorted()) {
    const priced = priceOn(version, day, chosen)
    const last = ranges.at(-1)
    if (!priced || (last && costsTheSame(priced.price, last.price) && coverTheSame(priced, last))) continue
    if (last) last.until = day
    ranges.push({
      from: day,
      ...priced,
      ...(until && { until }),
      asAgreed: version.price !== null && costsTheSame(priced.price, version.price) && coversAll(priced, version),
    })
  }
  return ranges.filter(({ asAgreed }) => !asAgreed).map(({ asAgreed: _asAgreed, ...piece }) => piece)
}

function repriced(
  { selection }: SelectionWithHistory,
  {
    version,
    piece: { schemeYearId, from, until, price, limited, people },
    repricing,
  }: { version: SelectionVersion; piece: RepricedDays; repricing: Repricing },
): NewVersion {
  const action: SelectionAction = until ? 'reprice-days' : limited ? 'reprice-for-evidence' : 'reprice'
  const step = transitionOf({ state: selection.state, running: selection.versionInForce !== null }, action, 'system')
  if (step.outcome === 'refused') throw new Error(`Repricing ${selection.id}: ${step.sentence}`)
  return {
    ...limitedToPeople(version, people),
    schemeYearId,
    price,
    effectiveFrom: from,
    effectiveTo: until ? addDays(until, -1) : null,
    state: step.to,
    action,
    runs: inForceAfter(step.effect),
    actorId: null,
    reason: coversAll({ people }, version) ? reasonOf(repricing, from) : say.fewerCovered(from),
  }
}

function reasonOf({ facts, ratesReached, pot: allowance, because, since }: Repricing, day: IsoDate): string {
  if (because !== undefined && day === since) return because
  const changedFacts = facts.filter(({ fact, effectiveFrom }) => effectiveFrom === day && isPriceFact(fact))
  const changes = [
    ...changedFacts.map(({ fact, value }) => say.fact(fact, value)),
    ...(ratesReached.includes(day) ? [say.rates] : []),
    ...(allowance?.days.includes(day) ? [say.pot(allowance.name)] : []),
  ]
  return changes.length === 0 ? (because ?? say.byDate(day)) : say.from(changes.join(', '), day)
}

function isPriceFact(fact: string): boolean {
  return priceFactNames.some((name) => name === fact)
}

export function limitedToPeople(
  { choice, peopleCovered }: Pick<SelectionVersion, 'choice' | 'peopleCovered'>,
  people: readonly string[],
): Pick<NewVersion, 'choice' | 'peopleCovered'> {
  return {
    choice: { ...choice, people: [...people] },
    peopleCovered: peopleCovered.filter(({ id }) => people.includes(id)),
  }
}

function coversAll({ people }: Pick<Priced, 'people'>, { choice }: Pick<SelectionVersion, 'choice'>): boolean {
  return choice.people.every((id) => people.includes(id))
}

function coverTheSame(a: Pick<Priced, 'people'>, b: Pick<Priced, 'people'>): boolean {
  return a.people.join() === b.people.join()
}

function costsTheSame(a: StoredPrice, b: StoredPrice): boolean {
  return hasSameTotals(a, b) && sharesOf(a) === sharesOf(b)
}

function hasSameTotals(a: StoredPrice, b: StoredPrice): boolean {
  return totalsOf(a) === totalsOf(b)
}

function totalsOf({ parts, cover, pot: allowance }: StoredPrice): string {
  return JSON.stringify([
    // Parts with a total of 0 only refund deductions of earlier pay periods.
    parts.flatMap(({ payer, taxMethod, payCode, total }) =>
      total === '0' ? [] : [[payer, taxMethod, payCode, total]],
    ),
    cover?.selected,
    cover?.effective,
    parts.length === 0 && allowance && [allowance.whole, allowance.left],
  ])
}

function sharesOf({ parts }: StoredPrice): string {
  return JSON.stringify(parts.map(({ shares }) => shares))
}
