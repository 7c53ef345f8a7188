import { addDays, type IsoDate } from '../../contract/dates.ts'
import { needsEvidence } from '../my-benefits/needs-evidence.rules.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { firstOfNextMonth, laterOf, payDaysLeft } from '../../domain/windows/effective-date.rules.ts'
import { type DatedFact, priceFactsOn } from '../../domain/tax/person-facts.rules.ts'
import { decidedCover } from '../my-benefits/decided-cover.rules.ts'
import { isOfAge, uncoveredFrom } from '../../domain/selections/people-covered.rules.ts'
import { storedPrice } from '../my-benefits/price-view.server.ts'
import type { FamilyMember } from '../../domain/pricing/price-facts.ts'
import { costEngineFromQuotes } from '../../domain/pricing/cost-engine.ts'
import { type PriceOutcome, priceSelection } from '../../domain/pricing/price.ts'
import type { NewVersion, SelectionVersion } from '../../domain/selections/selection.rules.ts'
import { priceChangeDates } from './price-change-dates.rules.ts'
import { firstDayAfterLeaving, joinedAfter } from '../../domain/windows/leaving.rules.ts'
import { eligibilityLossSteps } from './eligibility-loss.server.ts'
import { leavingSteps, rejoiningSteps } from './leaving.server.ts'
import { movedStartSteps } from './moved-start.server.ts'
import { type SelectionWithHistory, applyVersion } from './apply-version.rules.ts'
import type { RecalculatedAllowance } from './recalculate-allowance.rules.ts'
import { rateChangeDates } from './rate-changes.rules.ts'
import {
  type Priced,
  type Repricing,
  applicationRepricingStep,
  limitedToPeople,
  restatingStep,
  repricingSteps,
} from './repricing.server.ts'
import type { AllowanceInUse } from '../../domain/pricing/available-allowance.ts'
import type { RecalculationInputs, RecalculationScheme } from './recalculation-inputs.server.ts'

/** Returns versions that bring a selection up to date with the facts. Safe to repeat; no I/O. */
export function recalculationSteps(
  history: SelectionWithHistory,
  {
    definition,
    person,
    scheme,
    since,
    pot: allowance,
    turn: newYearSteps = () => [],
  }: {
    definition: BenefitDefinition
    person: RecalculationInputs
    scheme: RecalculationScheme
    since: IsoDate
    pot?: RecalculatedAllowance | undefined
    turn?: (history: SelectionWithHistory) => NewVersion[]
  },
): NewVersion[] {
  const { today, year } = scheme
  const { facts } = person
  const steps: NewVersion[] = []
  let current = history
  const take = (next: NewVersion) => {
    steps.push(next)
    current = applyVersion(current, next, today)
  }

  const moved = movedStartSteps(current, {
    definition,
    person,
    scheme,
    priceWith: (facts, version, day) =>
      priceByFacts(version, {
        definition,
        person: { ...person, facts },
        scheme,
        day,
        chosenFrom: day,
        pot: allowance?.on(day),
      }),
  })
  for (const next of moved) take(next)

  const left = leavingSteps(current, coverEnds(definition, facts, today))
  for (const next of left) take(next)

  const rejoined = rejoiningSteps(current, { leaving: definition.leaving, facts, until: year.to })
  for (const next of rejoined) take(recalculatedPrice(next, { definition, person, scheme, pot: allowance }))
  if (rejoined.length > 0) for (const next of leavingSteps(current, coverEnds(definition, facts, today))) take(next)

  const newest = current.selection.newest
  const turned = newYearSteps(current)
  for (const next of turned) take(next)

  const from = laterOf(year.from, [since, ...daysGone(history, left)].toSorted()[0] ?? since)
  const lastDay = today < year.to ? today : year.to
  for (const next of eligibilityLossSteps(current, { definition, member: person, since: from, today: lastDay }))
    take(next)
  const repricing: Repricing = {
    year,
    definition,
    facts,
    since: from,
    datesReached: priceChangeDates(definition, person, { from, to: today }),
    divorced: new Set(person.family.filter(({ ended }) => ended?.by === 'divorce').map(({ id }) => id)),
    ...(scheme.because !== undefined && { because: scheme.because }),
    ratesReached: rateChangeDates(definition, scheme.rates, { from, to: today }),
    ...(allowance && { pot: { name: allowance.name, days: allowance.days.filter((day) => from <= day) } }),
    priceOn: (version, day, chosenFrom) =>
      priceByFacts(version, { definition, person, scheme, day, chosenFrom, pot: allowance?.on(day) }),
  }
  const repriced = repricingSteps(current, repricing)
  for (const next of repriced) take(next)
  const changed = [...turned, ...repriced]
  const waits = current.selection.state === 'draft' || current.selection.state === 'pending-change'
  const application = applicationRepricingStep(
    { ...current, selection: { ...current.selection, newest: newest } },
    repricing,
  )
  if (application) take(application)
  else if (changed.length > 0 && (waits || changed.at(-1)?.runs === 'as-before')) take(restatingStep(newest, current))
  return steps
}

function recalculatedPrice(
  next: NewVersion,
  {
    definition,
    person,
    scheme,
    pot: allowance,
  }: {
    definition: BenefitDefinition
    person: RecalculationInputs
    scheme: RecalculationScheme
    pot: RecalculatedAllowance | undefined
  },
): NewVersion {
  const day = next.effectiveFrom
  if (day === null || day < scheme.year.from || next.price === null) return next
  const priced = priceByFacts(next, { definition, person, scheme, day, chosenFrom: day, pot: allowance?.on(day) })
  if (!priced) return next
  const { schemeYearId, price, people } = priced
  return { ...next, ...limitedToPeople(next, people), schemeYearId, price }
}

export function selectionAfterLeaving(
  history: SelectionWithHistory,
  { facts }: Pick<RecalculationInputs, 'facts'>,
  today: IsoDate,
): SelectionWithHistory {
  return leavingSteps(history, employmentEnds(facts, today)).reduce(
    (current, next) => applyVersion(current, next, today),
    history,
  )
}

function coverEnds({ leaving }: Pick<BenefitDefinition, 'leaving'>, facts: readonly DatedFact[], today: IsoDate) {
  const ends = employmentEnds(facts, today)
  const lastDay = ends.firstDayAfterLeaving && addDays(ends.firstDayAfterLeaving, -1)
  if (lastDay === null || leaving?.coverTo !== 'end-of-month') return ends
  return { ...ends, firstDayAfterLeaving: firstOfNextMonth(lastDay), lastDay }
}

function employmentEnds(facts: readonly DatedFact[], today: IsoDate) {
  return {
    firstDayAfterLeaving: firstDayAfterLeaving(facts),
    joinedAgain: (day: IsoDate) => joinedAfter(facts, day),
    today,
  }
}

/** If an end was undone, returns its day and the first days of later versions. Repricing starts from the earliest. */
function daysGone({ versions }: SelectionWithHistory, steps: readonly NewVersion[]): IsoDate[] {
  if (!steps.some(({ action }) => action.startsWith('reinstate'))) return []
  const end = versions.findLastIndex(({ action }) => action === 'end')
  return versions.slice(end).flatMap(({ effectiveFrom }) => effectiveFrom ?? [])
}

export function priceByFacts(
  version: Pick<SelectionVersion, 'choice' | 'price'>,
  { chosenFrom, pot: allowance, ...peopleOptions }: PriceOn & { chosenFrom: IsoDate; pot: AllowanceInUse | undefined },
): Priced | undefined {
  const { outcome, people, payPeriods } = priceOutcome(version, {
    chosenFrom,
    ...(allowance && { pot: allowance }),
    ...peopleOptions,
  })
  if (outcome.outcome === 'not-priced') return undefined
  return {
    schemeYearId: peopleOptions.scheme.year.id,
    price: storedPrice(outcome.price, payPeriods),
    limited: needsEvidence(outcome.price),
    people,
  }
}

type PriceOn = {
  definition: BenefitDefinition
  person: RecalculationInputs
  scheme: Omit<RecalculationScheme, 'because'>
  day: IsoDate
}

/** Same as `priceByFacts`, with the reason if there is no price. `people`: chosen people who are still covered. */
export function priceOutcome(
  { choice, price: agreed }: Pick<SelectionVersion, 'choice' | 'price'>,
  {
    definition,
    person,
    scheme: { year, rates, taxTables, today },
    day,
    chosenFrom,
    pot: allowance,
  }: PriceOn & { chosenFrom?: IsoDate; pot?: AllowanceInUse },
): { outcome: PriceOutcome; people: string[]; payPeriods: number } {
  const facts = priceFactsOn({ ...person, ...person.payCycleOn(day), taxTables }, day)
  const people = stillCovered(definition, { people: choice.people, family: facts.family, day })
  const outcome = priceSelection({
    definition,
    rates,
    facts,
    choice: { ...choice, people },
    on: day,
    ...(chosenFrom !== undefined && { chosenFrom }),
    schemeYear: year,
    payDaysLeft: payDaysLeft({ periods: person.periods, effectiveFrom: day, schemeYear: year, today }),
    ...(allowance && { pot: allowance }),
    ...(agreed?.quotes && { partner: costEngineFromQuotes(agreed.quotes) }),
    ...(agreed?.decidedCover && { decidedCover: decidedCover(agreed.decidedCover) }),
  })
  return { outcome, people, payPeriods: facts.payPeriods }
}

function stillCovered(
  { options, removalBackdated }: Pick<BenefitDefinition, 'options' | 'removalBackdated'>,
  { people, family, day }: { people: readonly string[]; family: readonly FamilyMember[]; day: IsoDate },
): string[] {
  const peopleOptions = options.filter((option) => option.kind === 'people')
  return people.filter((id) => {
    const member = family.find((one) => one.id === id)
    if (!member) return false
    const from = uncoveredFrom({ removalBackdated }, member)
    return (from === undefined || day < from) && peopleOptions.every((option) => isOfAge(option, member, day))
  })
}
