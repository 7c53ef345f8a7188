import { addDays, type IsoDate } from '../../contract/dates.ts'
import { voucherEstimateDay } from '../../domain/tax/relevant-earnings.rules.ts'
import { earningsIncluding, type PricedBenefit } from '../my-benefits/other-earnings.server.ts'
import { chosenFrom } from './choice-origin.rules.ts'
import { copiedFields } from './next-version.server.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import type { Choice } from '../../domain/definition/options.ts'
import { priceFactsOn } from '../../domain/tax/person-facts.rules.ts'
import { contractualPay, firstVoucherDay, taxBandOf } from '../../domain/tax/tax-band.rules.ts'
import { priceOutcome } from './recalculate.server.ts'
import { priceChangeDates } from './price-change-dates.rules.ts'
import { type SelectionWithHistory, applyVersion } from './apply-version.rules.ts'
import { rateChangeDates } from './rate-changes.rules.ts'
import { limitedToPeople } from './repricing.server.ts'
import { needsEvidence } from '../my-benefits/needs-evidence.rules.ts'
import { hasFixedTotal } from '../payroll/fixed-total.rules.ts'
import { storedPrice } from '../my-benefits/price-view.server.ts'
import { coversDays, type CoverPeriod, coverPeriodsOf } from '../../domain/selections/cover-periods.rules.ts'
import type { RecalculatedAllowance } from './recalculate-allowance.rules.ts'
import type { PersonFacts } from '../../domain/pricing/price-facts.ts'
import type { Price } from '../../domain/pricing/price.ts'
import { increaseDays } from '../../domain/selections/yearly-increase.rules.ts'
import { keepsMinimumWage } from './minimum-wage-check.server.ts'
import { withYearlyIncreases } from '../../domain/selections/apply-yearly-increases.rules.ts'
import { inForceAfter, transitionOf } from './selection-states.rules.ts'
import type { NewVersion, SelectionVersion, SelectionWithVersions } from '../../domain/selections/selection.rules.ts'
import { laterOf } from '../../domain/windows/effective-date.rules.ts'
import { newSchemeYearMessages as say } from './new-scheme-year.messages.ts'
import { type CappedValue, isMinimumRaised, renewalOf } from '../../domain/selections/renewal.rules.ts'
import { type NewYearEffect, newYearEffect } from '../../domain/selections/new-scheme-year.rules.ts'
import type { SelectionAction } from '../../domain/selections/selection-steps.rules.ts'
import type { RecalculationInputs, RecalculationScheme } from './recalculation-inputs.server.ts'

export type NewYearInputs = {
  before: (version: SelectionVersion) => BenefitDefinition | undefined
  after: { definition: BenefitDefinition; withdrawn: boolean } | undefined
  person: RecalculationInputs
  scheme: RecalculationScheme
  pot?: RecalculatedAllowance | undefined
  others: readonly SelectionWithVersions[]
  pricedOn: (day: IsoDate) => readonly PricedBenefit[]
  termsAccepted: boolean
}

export function newSchemeYearSteps(history: SelectionWithHistory, inputs: NewYearInputs): NewVersion[] {
  const { year, today } = inputs.scheme
  const steps: NewVersion[] = []
  let current = history
  const take = (next: NewVersion) => {
    steps.push(next)
    current = applyVersion(current, next, today)
  }
  for (const segment of coverPeriodsOf(history.versions).filter(coversDays)) {
    const next = stepOf(current, segment, inputs) ?? withdrawn(current, segment, inputs)
    if (next) take(next)
    if (next?.runs === 'nothing') {
      const waits = pendingForYear(history, current, year)
      if (waits) take(waits)
      break
    }
  }
  const lapsed = lapsedWith(current, inputs)
  if (lapsed) take(lapsed)
  return steps
}

function withdrawn(
  history: SelectionWithHistory,
  segment: CoverPeriod<SelectionVersion>,
  { after, scheme: { today } }: NewYearInputs,
): NewVersion | undefined {
  if (!after?.withdrawn || (segment.version.price && hasFixedTotal(segment.version.price))) return undefined
  // The value is a date, because applying the folder has replaced relative days.
  const lastDay = after.definition.ends as IsoDate | undefined
  if (lastDay === undefined || lastDay >= today || (segment.until && segment.until <= addDays(lastDay, 1)))
    return undefined
  return yearEndVersion(history.selection, segment, { lastDay, because: 'withdrawn' })
}

function stepOf(
  history: SelectionWithHistory,
  segment: CoverPeriod<SelectionVersion>,
  inputs: NewYearInputs,
): NewVersion | undefined {
  const { from } = inputs.scheme.year
  if (segment.until !== undefined && segment.until <= from) return undefined
  for (const day of daysToPrice(segment, inputs)) {
    const effect = effectOn(history, segment, inputs, day)
    switch (effect?.kind) {
      case 'continues':
        return renewed(history, segment, inputs, { ...effect, day, reason: renewedReason(inputs, effect.capped) })
      case 'asked':
        return effect.keeps
          ? renewed(history, segment, inputs, { ...effect.keeps, day, reason: say.ends[effect.because] })
          : yearEndVersion(history.selection, segment, effect)
      case 'ends':
        return yearEndVersion(history.selection, segment, effect)
      case 'not-priced':
        continue
      case 'unchanged':
      case undefined:
        return undefined
    }
  }
  return undefined
}

/** Returns the year's first day, and later days up to today on which a price may become possible. */
function daysToPrice({ from, until }: CoverPeriod<unknown>, { after, person, scheme }: NewYearInputs): IsoDate[] {
  const { year, rates, today } = scheme
  const first = laterOf(from, year.from)
  const lastDay = today < year.to ? today : year.to
  const days = { from: first, to: lastDay }
  const definition = after?.definition
  const changeDays = [
    ...person.facts.map(({ effectiveFrom }) => effectiveFrom),
    ...(definition ? [...rateChangeDates(definition, rates, days), ...priceChangeDates(definition, person, days)] : []),
  ]
  const laterDays = changeDays.filter((day) => first < day && day <= lastDay && (until === undefined || day < until))
  return [first, ...new Set(laterDays.toSorted())]
}

function renewedReason({ scheme }: NewYearInputs, capped: readonly CappedValue[]): string {
  return [
    say.renewed(scheme.year.from),
    ...capped.map((one) => (isMinimumRaised(one) ? say.raised : say.capped)(one.from, one.to)),
  ].join('; ')
}

function effectOn(
  history: SelectionWithHistory,
  segment: CoverPeriod<SelectionVersion>,
  inputs: NewYearInputs,
  day: IsoDate,
): NewYearEffect | undefined {
  const { version } = segment
  const { after, person, scheme, pot: allowance, termsAccepted } = inputs
  const before = inputs.before(version)
  // An order has its own end, whatever the benefit's new definition says.
  if (!before || (version.price && hasFixedTotal(version.price) && renewalOf(before) !== 'end')) return undefined
  const facts = pricingFactsOn(inputs, history, day)
  const priced = (definition: BenefitDefinition, choice: Choice) => {
    const inUse = allowance?.on(day)
    return priceOutcome(
      { choice, price: version.price },
      {
        definition,
        person,
        scheme,
        day,
        chosenFrom: chosenFrom(history.versions, segment),
        ...(inUse && { pot: inUse }),
      },
    )
  }
  return newYearEffect({
    before,
    after,
    from: scheme.year.from,
    held: version,
    facts,
    termsAccepted,
    price: (choice) => priced(after?.definition ?? before, choice).outcome,
    ...(after && { raise: (choice) => raised(choice, inputs, { held: history, definition: after.definition, day }) }),
  })
}

function raised(
  choice: Choice,
  inputs: NewYearInputs,
  { held: history, definition, day }: { held: SelectionWithHistory; definition: BenefitDefinition; day: IsoDate },
): { choice: Choice; mayCost: (price: Price) => boolean } | undefined {
  const { person, others, scheme } = inputs
  const { taxTables, year } = scheme
  const [due] = increaseDays(definition, { from: addDays(day, -1), to: day })
  const facts = pricingFactsOn(inputs, history, day)
  const higher =
    due && withYearlyIncreases(definition, choice, { options: due.options, facts, heldAtYearStart: choice })
  return (
    higher && {
      choice: higher,
      mayCost: (price) =>
        keepsMinimumWage(storedPrice(price, facts.payPeriods), {
          definition,
          person,
          others,
          taxTables,
          year,
          on: day,
        }),
    }
  )
}

export function pricingFactsOn(
  { person, scheme, pricedOn }: Pick<NewYearInputs, 'person' | 'scheme' | 'pricedOn'>,
  { versions }: SelectionWithHistory,
  day: IsoDate,
): PersonFacts {
  const { taxTables } = scheme
  const facts = priceFactsOn({ ...person, ...person.payCycleOn(day), taxTables }, day)
  const on = voucherEstimateDay(day, firstVoucherDay(coverPeriodsOf(versions)))
  const dayFacts = priceFactsOn({ ...person, ...person.payCycleOn(on), taxTables }, on)
  const earnings = earningsIncluding(pricedOn(on), { pay: contractualPay(dayFacts), taxTables, on })
  return { ...facts, ...taxBandOf(dayFacts, { earnings, on, tables: taxTables }) }
}

function renewed(
  { selection }: SelectionWithHistory,
  segment: CoverPeriod<SelectionVersion>,
  { after, person, scheme }: NewYearInputs,
  { choice, price, day, reason }: { choice: Choice; price: Price; day: IsoDate; reason: string },
): NewVersion | undefined {
  const { version, until } = segment
  const action: SelectionAction = until ? 'renew-days' : needsEvidence(price) ? 'renew-for-evidence' : 'renew'
  const step = transitionOf({ state: selection.state, running: selection.versionInForce !== null }, action, 'system')
  if (step.outcome === 'refused') throw new Error(`Renewing ${selection.id}: ${step.sentence}`)
  const { people, payPeriods } = priceOutcome(
    { choice, price: version.price },
    { definition: after?.definition ?? missing(selection), person, scheme, day },
  )
  return {
    ...limitedToPeople({ choice, peopleCovered: version.peopleCovered }, people),
    schemeYearId: scheme.year.id,
    price: storedPrice(price, payPeriods),
    effectiveFrom: day,
    effectiveTo: until ? addDays(until, -1) : null,
    state: step.to,
    action,
    runs: inForceAfter(step.effect),
    actorId: null,
    reason,
  }
}

function missing({ id }: SelectionWithVersions): never {
  throw new Error(`The selection ${id} renews a benefit that is not offered`)
}

export function yearEndVersion(
  selection: SelectionWithVersions,
  { version, from }: CoverPeriod<SelectionVersion>,
  { lastDay, because }: { lastDay: IsoDate; because: keyof typeof say.ends },
): NewVersion | undefined {
  const step = transitionOf(
    { state: selection.state, running: selection.versionInForce !== null },
    'end-with-year',
    'system',
  )
  if (step.outcome === 'refused') return undefined
  const effectiveFrom = laterOf(from, addDays(lastDay, 1))
  const { schemeYearId, choice, peopleCovered } = version
  return {
    schemeYearId,
    choice,
    peopleCovered,
    price: null,
    effectiveFrom,
    effectiveTo: addDays(effectiveFrom, -1),
    state: step.to,
    action: 'end-with-year',
    runs: inForceAfter(step.effect),
    actorId: null,
    reason: say.ends[because],
  }
}

function pendingForYear(
  { selection: { newest, state } }: SelectionWithHistory,
  current: SelectionWithHistory,
  year: RecalculationScheme['year'],
): NewVersion | undefined {
  if (newest.schemeYearId !== year.id || current.selection.state !== 'ended') return undefined
  const continued = { ...copiedFields(newest), runs: 'as-before', actorId: null, reason: newest.reason } as const
  if (state === 'draft') return { ...continued, state, action: 'save-draft' }
  return state === 'pending-change' ? { ...continued, state: 'pending', action: 'reinstate-application' } : undefined
}

function lapsedWith(
  { selection }: SelectionWithHistory,
  { before, after, scheme }: NewYearInputs,
): NewVersion | undefined {
  const { newest, state } = selection
  const definition = before(newest)
  if (state !== 'pending' || !definition || !after || renewalOf(definition) === 'runs-out') return undefined
  if (!after.withdrawn && renewalOf(after.definition) !== 'end') return undefined
  const { from } = scheme.year
  return yearEndVersion(selection, { version: newest, from }, { lastDay: addDays(from, -1), because: 'year' })
}
