import type { IsoDate } from '../../../contract/dates.ts'
import type { BenefitDefinition } from '../definition/definition.ts'
import { effectiveDate, type EffectiveRule } from '../windows/effective.rules.ts'
import { ageOn } from '../pricing/age.ts'
import { isOpenOn, longestOpen, type Openings } from '../windows/windows.rules.ts'

/** What somebody must meet to choose a benefit. Data: asked of one person here, of everybody at once in SQL. */
export type Condition =
  | { rule: 'employed' }
  /** Asked of a benefit that was taken out of the scheme; nobody meets it. */
  | { rule: 'still-offered' }
  | { rule: 'holds-already' }
  | { rule: 'age-from'; years: number }
  | { rule: 'age-to'; years: number }
  | { rule: 'past-probation' }
  | { rule: 'open-now' }
  /** What would count after the scheme year has ended is chosen in the next one, by its rules. */
  | { rule: 'counts-in-year'; year: YearBounds; takesEffect: EffectiveRule }
type YearBounds = { from: IsoDate; to: IsoDate }

/** Why a condition that is not met keeps a benefit closed. */
export const causeOf = {
  employed: 'employment',
  'still-offered': 'eligibility',
  'holds-already': 'eligibility',
  'age-from': 'eligibility',
  'age-to': 'eligibility',
  'past-probation': 'probation',
  'open-now': 'window',
  'counts-in-year': 'window',
} as const satisfies Record<Condition['rule'], string>

/** The conditions of a benefit, in the order in which people are told the first that they do not meet. */
export function conditionsOf(
  {
    requires,
    ages,
    openInProbation,
    takesEffect,
  }: Pick<BenefitDefinition, 'requires' | 'ages' | 'openInProbation' | 'takesEffect'>,
  { withdrawn = false, year }: { withdrawn?: boolean; year?: YearBounds } = {},
): Condition[] {
  return [
    { rule: 'employed' },
    ...(withdrawn ? [{ rule: 'still-offered' } as const] : []),
    ...(requires.includes('existing-holding') ? [{ rule: 'holds-already' } as const] : []),
    ...(ages?.from === undefined ? [] : [{ rule: 'age-from', years: ages.from } as const]),
    ...(ages?.to === undefined ? [] : [{ rule: 'age-to', years: ages.to } as const]),
    ...(openInProbation ? [] : [{ rule: 'past-probation' } as const]),
    { rule: 'open-now' },
    ...(year ? [{ rule: 'counts-in-year', year: { from: year.from, to: year.to }, takesEffect } as const] : []),
  ]
}

/** One condition with the facts that decide it, as they stood: nothing else is needed to decide it again. */
export type DecisionStep = { met: boolean } & Weighed
type Weighed =
  | { rule: 'employed'; employmentStatus: string | null }
  | { rule: 'still-offered' }
  | { rule: 'holds-already'; holds: boolean }
  | { rule: 'age-from' | 'age-to'; years: number; dateOfBirth: IsoDate; today: IsoDate }
  /** `openings` tell when it can be chosen once probation is over. */
  | { rule: 'past-probation'; probationEndsOn: IsoDate | null; openings: Openings; today: IsoDate }
  | { rule: 'open-now'; openings: Openings; today: IsoDate }
  | { rule: 'counts-in-year'; countsFrom: IsoDate; yearEnds: IsoDate }

/** What decides about one person; `openings` are the benefit's for them. */
export type DecidingFacts = {
  employmentStatus: string | null
  holds: boolean
  dateOfBirth: IsoDate
  /** The last day of probation. */
  probationEndsOn: IsoDate | null
  /** The first day of employment, past or to come: nothing counts before it. */
  joinedOn: IsoDate | null
  openings: Openings
  today: IsoDate
}

/** Asks one condition after the other, up to the first that is not met: the trace of the decision. */
export function decide(conditions: readonly Condition[], facts: DecidingFacts): DecisionStep[] {
  const steps: DecisionStep[] = []
  for (const condition of conditions) {
    const weighed = weigh(condition, facts)
    const step = { ...weighed, met: isMet(weighed) }
    steps.push(step)
    if (!step.met) break
  }
  return steps
}

/** Whether a step is met by the facts it holds. */
export function isMet(step: Weighed): boolean {
  switch (step.rule) {
    case 'employed':
      return isActive(step.employmentStatus)
    case 'still-offered':
      return false
    case 'holds-already':
      return step.holds
    case 'age-from':
      return ageOn(step.dateOfBirth, step.today) >= step.years
    case 'age-to':
      return ageOn(step.dateOfBirth, step.today) <= step.years
    case 'past-probation':
      return step.probationEndsOn === null || step.probationEndsOn < step.today
    case 'open-now':
      return isOpenOn(step.openings, step.today)
    case 'counts-in-year':
      return step.countsFrom <= step.yearEnds
  }
}

/** ACCESS-03: active is whoever is neither left nor inactive, also when nothing is said (ACCESS-04). */
export function isActive(employmentStatus: string | null | undefined): boolean {
  return employmentStatus !== 'left' && employmentStatus !== 'inactive'
}

function weigh(condition: Condition, facts: DecidingFacts): Weighed {
  const { employmentStatus, holds, dateOfBirth, probationEndsOn, joinedOn, openings, today } = facts
  switch (condition.rule) {
    case 'employed':
      return { ...condition, employmentStatus }
    case 'still-offered':
      return condition
    case 'holds-already':
      return { ...condition, holds }
    case 'age-from':
    case 'age-to':
      return { ...condition, dateOfBirth, today }
    case 'past-probation':
      return { ...condition, probationEndsOn, openings, today }
    case 'open-now':
      return { ...condition, openings, today }
    case 'counts-in-year': {
      const window = longestOpen(openings, today)
      const { year, takesEffect } = condition
      const countsFrom = effectiveDate({
        rule: window?.takesEffect ?? takesEffect,
        madeOn: today,
        schemeYear: year,
        ...(window?.eventDate && { eventDate: window.eventDate }),
        joinedOn,
      })
      return { rule: condition.rule, countsFrom, yearEnds: year.to }
    }
  }
}
