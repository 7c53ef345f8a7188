import { addDays, type IsoDate, londonDate } from '../../contract/dates.ts'
import { isYearlyIncrease, originalChoice } from '../../services/recalculation/choice-origin.rules.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { priceByFacts } from '../../services/recalculation/recalculate.server.ts'
import { type SelectionWithHistory, applyVersion } from '../../services/recalculation/apply-version.rules.ts'
import type { RecalculatedAllowance } from '../../services/recalculation/recalculate-allowance.rules.ts'
import { limitedToPeople, restatingStep } from '../../services/recalculation/repricing.server.ts'
import type { Choice } from '../../domain/definition/options.ts'
import { priceFactsOn } from '../../domain/tax/person-facts.rules.ts'
import {
  coversDays,
  type CoverPeriod,
  coverPeriodOn,
  coverPeriodsOf,
} from '../../domain/selections/cover-periods.rules.ts'
import { inForceAfter, transitionOf } from '../../services/recalculation/selection-states.rules.ts'
import type { NewVersion, SelectionVersion } from '../../domain/selections/selection.rules.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import { yearlyIncreaseMessages as say } from '../../services/benefits/yearly-increase.messages.ts'
import type { IncreaseDay } from '../../domain/selections/yearly-increase.rules.ts'
import { withYearlyIncreases } from '../../domain/selections/apply-yearly-increases.rules.ts'
import type { SelectionAction } from '../../domain/selections/selection-steps.rules.ts'
import type {
  RecalculationInputs,
  RecalculationScheme,
} from '../../services/recalculation/recalculation-inputs.server.ts'

export type IncreaseOutcome =
  | { outcome: 'risen'; steps: NewVersion[] }
  /** The increase is due, but the new value has no price, or pay would fall below the minimum wage. */
  | { outcome: 'kept' }
  /** The cover is not in force, was chosen on that day or later, needs no increase, or is already at the maximum. */
  | { outcome: 'none' }

export function yearlyIncreaseSteps(
  held: SelectionWithHistory,
  {
    day,
    definition,
    person,
    scheme,
    pot,
    mayCost,
  }: {
    day: IncreaseDay
    definition: BenefitDefinition
    person: RecalculationInputs
    scheme: RecalculationScheme
    pot?: RecalculatedAllowance | undefined
    mayCost: (price: StoredPrice) => boolean
  },
): IncreaseOutcome {
  const { year, today, taxTables } = scheme
  const segments = coverPeriodsOf(held.versions)
  const heldAtYearStart = coverPeriodOn(segments, year.from)?.version.choice
  const after = (choice: Choice, from: IsoDate) =>
    withYearlyIncreases(definition, choice, {
      options: day.options,
      facts: priceFactsOn({ ...person, ...person.payCycleOn(from), taxTables }, from),
      ...(heldAtYearStart && { heldAtYearStart }),
    })

  const due = segments.filter(
    (segment) =>
      coversDays(segment) &&
      (segment.until === undefined || segment.until > day.on) &&
      wasChosenBefore(day.on, held.versions, segment),
  )
  const steps: NewVersion[] = []
  let current = held
  for (const segment of due) {
    const from = segment.from < day.on ? day.on : segment.from
    const choice = after(segment.version.choice, from)
    if (!choice) continue
    const { price: agreed, peopleCovered } = segment.version
    const priced = priceByFacts(
      { choice, price: agreed },
      { definition, person, scheme, day: from, chosenFrom: day.on, pot: pot?.on(from) },
    )
    if (!priced || !mayCost(priced.price)) return { outcome: 'kept' }
    const next = {
      ...limitedToPeople({ choice, peopleCovered }, priced.people),
      schemeYearId: priced.schemeYearId,
      price: priced.price,
      effectiveFrom: from,
      effectiveTo: segment.until ? addDays(segment.until, -1) : null,
      ...transitionFor(current, segment, priced.limited),
      actorId: null,
      reason: say.reason(day.on),
    }
    steps.push(next)
    current = applyVersion(current, next, today)
  }
  if (steps.length === 0) return { outcome: 'none' }
  const { state, newest } = held.selection
  const waits = state === 'draft' || state === 'pending-change'
  if (waits || steps.at(-1)?.runs !== 'this') steps.push(restatingStep(newest, current))
  return { outcome: 'risen', steps }
}

function transitionFor(
  { selection }: SelectionWithHistory,
  { until }: CoverPeriod<SelectionVersion>,
  limited: boolean,
): Pick<NewVersion, 'state' | 'action' | 'runs'> {
  const action: SelectionAction = until ? 'rise-days' : limited ? 'rise-for-evidence' : 'rise'
  const step = transitionOf({ state: selection.state, running: selection.versionInForce !== null }, action, 'system')
  if (step.outcome === 'refused') throw new Error(`Raising ${selection.id}: ${step.sentence}`)
  return { state: step.to, action, runs: inForceAfter(step.effect) }
}

/** True if the choice took effect and was recorded before the day. An increase may be recorded later. */
function wasChosenBefore(
  day: IsoDate,
  versions: readonly SelectionVersion[],
  segment: CoverPeriod<SelectionVersion>,
): boolean {
  const origin = originalChoice(versions, segment)
  if (!origin?.effectiveFrom || origin.effectiveFrom >= day) return false
  return isYearlyIncrease(origin) || londonDate(new Date(origin.recordedAt)) < day
}
