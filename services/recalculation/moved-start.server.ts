import { type IsoDate, londonDate } from '../../contract/dates.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { firstDayOfEmployment } from '../../domain/tax/person-facts.rules.ts'
import { hasFixedTotal } from '../payroll/fixed-total.rules.ts'
import {
  coversDays,
  coverPeriodsOfEmployment,
  coverPeriodsOf,
  importedAction,
} from '../../domain/selections/cover-periods.rules.ts'
import { inForceAfter, transitionOf } from './selection-states.rules.ts'
import type { NewVersion, SelectionHead, SelectionVersion } from '../../domain/selections/selection.rules.ts'
import { effectiveDate, laterOf } from '../../domain/windows/effective-date.rules.ts'
import { recalculationMessages as say } from './recalculation.messages.ts'
import type { SelectionWithHistory } from './apply-version.rules.ts'
import { limitedToPeople, type Priced, restatingStep } from './repricing.server.ts'
import type { RecalculationInputs, RecalculationScheme } from './recalculation-inputs.server.ts'

type MovedStart = {
  definition: BenefitDefinition
  person: RecalculationInputs
  scheme: RecalculationScheme
  priceWith: (facts: RecalculationInputs['facts'], version: SelectionVersion, day: IsoDate) => Priced | undefined
}

export function movedStartSteps(history: SelectionWithHistory, moved: MovedStart): NewVersion[] {
  const { selection, versions } = history
  const { definition, person, scheme } = moved
  const now = firstDayOfEmployment(person.facts, scheme.today)
  const former = new Set((person.startsKnown ?? []).filter((day) => day !== now))
  if (now === null || former.size === 0) return []

  const { newest } = selection
  const waits = selection.state === 'pending' || selection.state === 'pending-change'
  const application = waits ? moveTo(newest, newest.effectiveFrom) : undefined
  const [first] = coverPeriodsOfEmployment(coverPeriodsOf(versions), now).filter(coversDays)
  const began = versions.find(({ effectiveFrom }) => effectiveFrom !== null && effectiveFrom === first?.from)
  const from = first && began && began.action !== importedAction ? dayFor(began, first.from) : undefined
  const inForce = coverPeriodsOf(versions).find(
    (segment) => coversDays(segment) && from !== undefined && (segment.until === undefined || segment.until > from),
  )
  const start = inForce && from && versionFrom(inForce.version, from, 'move-start')
  const shows = start && selection.state !== 'active' && selection.state !== 'pended' && !application
  return [
    ...(start ? [start] : []),
    ...(application ? [application] : []),
    ...(shows ? [restatingStep(newest, history)] : []),
  ]

  function moveTo(version: SelectionVersion, day: IsoDate | null): NewVersion | undefined {
    const to = day && dayFor(version, day)
    return to ? versionFrom(version, to, 'reprice-application') : undefined
  }

  function dayFor(chosen: SelectionVersion, day: IsoDate): IsoDate | undefined {
    const { year } = scheme
    if (now === null || !former.has(day)) return undefined
    const isGiven = chosen.action.startsWith('provide')
    const earliest = effectiveDate({
      rule: definition.takesEffect,
      madeOn: londonDate(new Date(chosen.recordedAt)),
      schemeYear: year,
    })
    const to = now > day || isGiven ? now : laterOf(now, earliest)
    const isLater = to > day && now < day
    return to === day || isLater || to < year.from || to > year.to ? undefined : to
  }

  function versionFrom(
    version: SelectionVersion,
    day: IsoDate,
    action: 'move-start' | 'reprice-application',
  ): NewVersion | undefined {
    const step = transitionOf({ state: selection.state, running: selection.versionInForce !== null }, action, 'system')
    if (step.outcome === 'refused' || now === null) return undefined
    const { price } = version
    const priced =
      price && !hasFixedTotal(price) ? moved.priceWith(factsFromStart(person, former, day), version, day) : undefined
    return {
      ...limitedToPeople(version, priced?.people ?? version.choice.people),
      schemeYearId: priced?.schemeYearId ?? version.schemeYearId,
      price: priced?.price ?? price,
      effectiveFrom: day,
      state: step.to,
      action,
      runs: inForceAfter(step.effect),
      actorId: null,
      reason: say.startMoved(now),
    }
  }
}

function factsFromStart(
  { facts }: RecalculationInputs,
  former: ReadonlySet<IsoDate>,
  day: IsoDate,
): RecalculationInputs['facts'] {
  return facts.map((fact) =>
    former.has(fact.effectiveFrom) && fact.effectiveFrom > day ? { ...fact, effectiveFrom: day } : fact,
  )
}

export function isStartMove(
  { action, effectiveFrom }: NewVersion,
  { newest }: Pick<SelectionHead & { newest: SelectionVersion }, 'newest'>,
): boolean {
  return action === 'move-start' || (action === 'reprice-application' && effectiveFrom !== newest.effectiveFrom)
}
