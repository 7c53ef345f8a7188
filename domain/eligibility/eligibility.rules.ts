import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitDefinition } from '../definition/definition.ts'
import { lastAgeWithRelief } from '../tax/relief-at-source.rules.ts'
import { type EffectiveRule, laterOf } from '../windows/effective-date.rules.ts'
import { earliestFirstDay } from '../windows/first-day.rules.ts'
import { ageOn } from '../pricing/age.ts'
import { compareDecimals } from '../pricing/rational.ts'
import { isVoucherScheme } from '../tax/tax-band.rules.ts'
import { eligibilityLossOutcome } from './eligibility-loss-outcome.rules.ts'
import { isOpenOn, type Openings, openingsNow } from '../windows/windows.rules.ts'
import type { Condition, YearBounds } from './condition.ts'

export const causeOfCondition = {
  employed: 'employment',
  'year-published': 'window',
  'still-offered': 'eligibility',
  'holds-already': 'eligibility',
  'no-childcare-account': 'eligibility',
  'age-from': 'eligibility',
  'age-to': 'eligibility',
  'past-probation': 'probation',
  'in-location': 'eligibility',
  'on-payroll': 'eligibility',
  'hours-from': 'eligibility',
  'open-now': 'window',
  'counts-in-year': 'window',
  'starts-in-employment': 'window',
} as const satisfies Record<Condition['rule'], string>

/** `join` checks all conditions, `change` those that members must still meet, `lower` only employment and windows. */
export type ChoiceIntent = 'join' | 'change' | 'lower'

/** The order of the conditions matters: only the first unmet condition is reported. */
export function conditionsOf(
  definition: Pick<
    BenefitDefinition,
    | 'requires'
    | 'ages'
    | 'openInProbation'
    | 'offeredTo'
    | 'pay'
    | 'takesEffect'
    | 'category'
    | 'whenNoLongerMet'
    | 'options'
  >,
  {
    withdrawn = false,
    year,
    lastDay,
    to = 'join',
  }: { withdrawn?: boolean; year?: YearBounds; lastDay?: IsoDate; to?: ChoiceIntent } = {},
): Condition[] {
  const joining = joiningConditions(definition)
  const common = {
    join: joining,
    change: joining.filter((condition) => eligibilityLossOutcome(definition, condition) !== 'keep'),
    lower: [],
  }[to]
  const { takesEffect } = definition
  return [
    { rule: 'employed' },
    ...(year ? [{ rule: 'year-published', yearEnds: year.to } as const] : []),
    ...(withdrawn ? [{ rule: 'still-offered' } as const] : []),
    ...common,
    { rule: 'open-now' },
    ...(year && lastDay
      ? [{ rule: 'starts-in-employment', lastDay, year: { from: year.from, to: year.to }, takesEffect } as const]
      : []),
    ...(year ? [{ rule: 'counts-in-year', year: { from: year.from, to: year.to }, takesEffect } as const] : []),
  ]
}

export function joiningConditions({
  requires,
  ages,
  openInProbation,
  offeredTo = {},
  options,
  pay,
}: Pick<BenefitDefinition, 'requires' | 'ages' | 'openInProbation' | 'offeredTo' | 'options' | 'pay'>): Condition[] {
  const { locations, payrolls, hoursFrom: hours } = offeredTo
  const endsRelief = pay.employee?.taxMethod === 'relief-at-source'
  const to = endsRelief && (ages?.to ?? Infinity) >= lastAgeWithRelief ? undefined : ages?.to
  return [
    ...(requires.includes('existing-holding') ? [{ rule: 'holds-already' } as const] : []),
    ...(isVoucherScheme({ options }) ? [{ rule: 'no-childcare-account' } as const] : []),
    ...(ages?.from === undefined ? [] : [{ rule: 'age-from', years: ages.from } as const]),
    ...(to === undefined ? [] : [{ rule: 'age-to', years: to } as const]),
    ...(endsRelief ? [{ rule: 'age-to', years: lastAgeWithRelief, endsRelief: true } as const] : []),
    ...(locations === undefined ? [] : [{ rule: 'in-location', locations } as const]),
    ...(payrolls === undefined ? [] : [{ rule: 'on-payroll', payrolls } as const]),
    ...(hours === undefined ? [] : [{ rule: 'hours-from', hours } as const]),
    ...(openInProbation ? [] : [{ rule: 'past-probation' } as const]),
  ]
}

export type DecisionStep = { met: boolean } & Weighed
type Weighed =
  | { rule: 'employed'; employmentStatus: string | null }
  | { rule: 'year-published'; yearEnds: IsoDate; today: IsoDate }
  | { rule: 'still-offered' }
  /** `memberUntil`: last day on which a former voucher member may start again. */
  | { rule: 'holds-already'; holds: boolean; memberUntil?: IsoDate }
  | { rule: 'no-childcare-account'; noticeOn: IsoDate | null; today: IsoDate }
  /** For `age-to`, `today` is the day on which the choice takes effect, if known. */
  | { rule: 'age-from'; years: number; dateOfBirth: IsoDate; today: IsoDate }
  | { rule: 'age-to'; years: number; endsRelief?: true; dateOfBirth: IsoDate; today: IsoDate }
  | { rule: 'in-location'; locations: readonly string[]; location: string | null }
  | { rule: 'on-payroll'; payrolls: readonly string[]; payroll: string | null }
  | { rule: 'hours-from'; hours: string; weeklyHours: string | null }
  | { rule: 'past-probation'; probationEndsOn: IsoDate | null; openings: Openings; today: IsoDate }
  | { rule: 'open-now'; openings: Openings; today: IsoDate }
  | { rule: 'counts-in-year'; countsFrom: IsoDate; yearEnds: IsoDate }
  | { rule: 'starts-in-employment'; countsFrom: IsoDate; lastDay: IsoDate }

export type EligibilityFacts = {
  employmentStatus: string | null
  holds: boolean
  memberUntil?: IsoDate
  noticeOn?: IsoDate | null
  dateOfBirth: IsoDate
  probationEndsOn: IsoDate | null
  /** First day of employment, past or future. Choices cannot take effect before it. */
  joinedOn: IsoDate | null
  location?: string | null
  payroll?: string | null
  weeklyHours?: string | null
  startsOn?: IsoDate
  openings: Openings
  today: IsoDate
}

export function decideEligibility(conditions: readonly Condition[], facts: EligibilityFacts): DecisionStep[] {
  const steps: DecisionStep[] = []
  for (const condition of conditions) {
    const weighed = weigh(condition, facts)
    const step = { ...weighed, met: isConditionMet(weighed) }
    steps.push(step)
    if (!step.met) break
  }
  return steps
}

export function isConditionMet(step: Weighed): boolean {
  switch (step.rule) {
    case 'employed':
      return isActiveStatus(step.employmentStatus)
    case 'year-published':
      return step.today <= step.yearEnds
    case 'still-offered':
      return false
    case 'holds-already':
      return step.holds
    case 'no-childcare-account':
      return step.noticeOn === null || step.today <= step.noticeOn
    case 'age-from':
      return ageOn(step.dateOfBirth, step.today) >= step.years
    case 'age-to':
      return ageOn(step.dateOfBirth, step.today) <= step.years
    case 'past-probation':
      return step.probationEndsOn === null || step.probationEndsOn < step.today
    case 'in-location':
      return step.location !== null && step.locations.includes(step.location)
    case 'on-payroll':
      return step.payroll !== null && step.payrolls.includes(step.payroll)
    case 'hours-from':
      return step.weeklyHours !== null && compareDecimals(step.weeklyHours, step.hours) >= 0
    case 'open-now':
      return isOpenOn(step.openings, step.today)
    case 'counts-in-year':
      return step.countsFrom <= step.yearEnds
    case 'starts-in-employment':
      return step.countsFrom <= step.lastDay
  }
}

/** Employees are active unless they have left or are inactive (ACCESS-03). No status means active (ACCESS-04). */
export function isActiveStatus(employmentStatus: string | null | undefined): boolean {
  return employmentStatus !== 'left' && employmentStatus !== 'inactive'
}

function weigh(condition: Condition, facts: EligibilityFacts): Weighed {
  const { employmentStatus, holds, dateOfBirth, probationEndsOn, joinedOn, openings, today } = facts
  const { location = null, payroll = null, weeklyHours = null } = facts
  // Joiners are checked against the facts of their first working day.
  const decisionDay = joinedOn === null ? today : laterOf(today, joinedOn)
  switch (condition.rule) {
    case 'employed':
      return { ...condition, employmentStatus }
    case 'year-published':
      return { ...condition, today }
    case 'still-offered':
      return condition
    case 'holds-already':
      return { ...condition, holds, ...(facts.memberUntil && { memberUntil: facts.memberUntil }) }
    case 'no-childcare-account':
      return { ...condition, noticeOn: facts.noticeOn ?? null, today: facts.startsOn ?? decisionDay }
    case 'age-from':
      return { ...condition, dateOfBirth, today: decisionDay }
    case 'age-to':
      return { ...condition, dateOfBirth, today: facts.startsOn ?? decisionDay }
    case 'past-probation':
      return { ...condition, probationEndsOn, openings, today: decisionDay }
    case 'in-location':
      return { ...condition, location }
    case 'on-payroll':
      return { ...condition, payroll }
    case 'hours-from':
      return { ...condition, weeklyHours }
    case 'open-now':
      return { ...condition, openings, today }
    case 'counts-in-year':
      return { rule: condition.rule, countsFrom: countsFrom(condition), yearEnds: condition.year.to }
    case 'starts-in-employment':
      return { rule: condition.rule, countsFrom: countsFrom(condition), lastDay: condition.lastDay }
  }

  function countsFrom({ year, takesEffect }: { year: YearBounds; takesEffect: EffectiveRule }): IsoDate {
    return earliestFirstDay({
      openings: openingsNow(openings, takesEffect, today),
      takesEffect,
      madeOn: today,
      schemeYear: year,
      joinedOn,
    })
  }
}
