import { addDays, type IsoDate } from '../../contract/dates.ts'
import { sameDayInYear } from '../pricing/age.ts'
import { type EligibilityFacts, decideEligibility, joiningConditions } from './eligibility.rules.ts'
import { eligibilityLossOutcome } from './eligibility-loss-outcome.rules.ts'
import { childcareNoticeOn, type DatedFact, employmentOn, workplaceOn } from '../tax/person-facts.rules.ts'
import type { Condition } from './condition.ts'

type Offer = Parameters<typeof joiningConditions>[0] & Parameters<typeof eligibilityLossOutcome>[0]
export type Member = { dateOfBirth: IsoDate; facts: readonly DatedFact[] }
export type EligibilityLoss = { from: IsoDate; condition: Condition }

export function endingConditions(definition: Offer): Condition[] {
  const all: Condition[] = [{ rule: 'employed' }, ...joiningConditions(definition)]
  return all.filter(
    (condition) => condition.rule !== 'age-from' && eligibilityLossOutcome(definition, condition) === 'end',
  )
}

export function firstDayOverMaximumAge(definition: Offer, dateOfBirth: IsoDate): IsoDate | undefined {
  const limit = endingConditions(definition).find((condition) => condition.rule === 'age-to')
  return limit && sameDayInYear(dateOfBirth, Number(dateOfBirth.slice(0, 4)) + limit.years + 1)
}

/** Returns the first day on which a condition needed for cover is lost; `today` if it was unmet even before `since`. */
export function findEligibilityLoss(
  definition: Offer,
  member: Member,
  { since, to, today }: { since: IsoDate; to: IsoDate; today: IsoDate },
): EligibilityLoss | undefined {
  const conditions = endingConditions(definition)
  if (conditions.length === 0) return undefined
  const failing = (day: IsoDate) => conditions.find((condition) => !holds(condition, member, day))
  const birthday = firstDayOverMaximumAge(definition, member.dateOfBirth)
  const days = [since, today, ...(birthday ? [birthday] : []), ...member.facts.flatMap(daysOf)]
    .filter((day) => since <= day && day <= to)
    .toSorted()
  for (const day of new Set(days)) {
    const condition = failing(day)
    if (condition && (day === today || !failing(addDays(day, -1)))) return { from: day, condition }
  }
  return undefined
}

export function meetsConditionsOn(definition: Offer, member: Member, day: IsoDate): boolean {
  return endingConditions(definition).every((condition) => holds(condition, member, day))
}

export function conditionsMetSince(definition: Offer, member: Member, day: IsoDate): IsoDate | undefined {
  const conditions = joiningConditions(definition).filter(({ rule }) => factConditions.has(rule))
  const fits = (on: IsoDate) => conditions.every((condition) => holds(condition, member, on))
  const changes = [...new Set(member.facts.flatMap(daysOf))].filter((one) => one <= day).toSorted()
  const lastFailing = changes.findLastIndex((one) => !fits(one))
  return lastFailing < 0 ? undefined : changes[lastFailing + 1]
}

const factConditions: ReadonlySet<Condition['rule']> = new Set(['in-location', 'on-payroll', 'hours-from'])

/** Unknown workplace facts never end cover. Leavers have their own rules, so `employed` fails only for `inactive`. */
function holds(condition: Condition, { dateOfBirth, facts }: Member, day: IsoDate): boolean {
  const { status, probationEndsOn } = employmentOn(facts, day)
  const workplace = workplaceOn(facts, day)
  const noticeOn = childcareNoticeOn(facts, day)
  if (condition.rule === 'employed') return status !== 'inactive'
  const unknown =
    (condition.rule === 'in-location' && workplace.location === null) ||
    (condition.rule === 'on-payroll' && workplace.payroll === null) ||
    (condition.rule === 'hours-from' && workplace.weeklyHours === null)
  if (unknown) return true
  const eligibilityFacts: EligibilityFacts = {
    employmentStatus: status,
    holds: true,
    dateOfBirth,
    probationEndsOn,
    joinedOn: null,
    ...workplace,
    noticeOn,
    openings: { always: null, afterEvent: false, windows: [] },
    today: day,
  }
  return decideEligibility([condition], eligibilityFacts).every(({ met }) => met)
}

export const conditionFactNames = [
  'status',
  'location',
  'payroll',
  'hours-per-week',
  'probation-end',
  'childcare-account-notice',
] as const
/** The value of these facts is a last day: the condition may change on the day after. */
const lastDays: ReadonlySet<string> = new Set(['probation-end', 'childcare-account-notice'])

function daysOf({ fact, value, effectiveFrom }: DatedFact): IsoDate[] {
  if (!conditionFactNames.some((name) => name === fact)) return []
  // The values of date facts are ISO dates.
  return lastDays.has(fact) && value !== null ? [effectiveFrom, addDays(value as IsoDate, 1)] : [effectiveFrom]
}
