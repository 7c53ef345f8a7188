import { type IsoDate, showLongDate } from '../../contract/dates.ts'
import { nextReEnrolment } from '../benefits/auto-enrolment/assessment.rules.ts'
import type { BenefitDefinition } from '../benefits/definition/definition.ts'
import { reachesStatePensionAgeOn } from '../take-home/state-pension-age.rules.ts'
import { sameDayOf } from '../benefits/pricing/age.ts'
import { unfitLetterOf } from '../employees/letter-warnings.rules.ts'
import { resolveDay } from './day.rules.ts'
import { faultOf, type SchemeFault } from './faults.ts'
import type { Scheme } from './reader.server.ts'

/**
 * Returns warnings about settings that are allowed but probably unintended, or need a lawful reason. `check` prints
 * them; they refuse nothing.
 */
export function schemeWarnings({ benefits, people, year, today }: Scheme): SchemeFault[] {
  const to = resolveDay(year.value.to, today)
  const reEnrolments = benefits.flatMap(({ value: { autoEnrolment: rules }, file, lineOf }) => {
    const due = rules && reEnrolmentDue(rules, { today, yearEnds: to })
    return due ? [faultOf({ file, line: lineOf(['autoEnrolment']) }, warnings.reEnrolment(due))] : []
  })
  const lastAges = benefits.flatMap(({ value: { ages }, file, lineOf }) => {
    if (ages?.to === undefined || coversUpToTheLawsAge(ages.to, to)) return []
    return [faultOf({ file, line: lineOf(['ages', 'to']) }, warnings.lastAge(ages.to))]
  })
  const letters = people.flatMap((person) => unfitLetterOf(person, today))
  return [
    ...lastAges,
    ...reEnrolments,
    ...letters.map(({ line, reason }) => faultOf({ file: 'people.csv', line }, warnings.letter(reason))),
  ]
}

/** The days of the next re-enrolment, where they begin by the end of the scheme year and none of them is named. */
function reEnrolmentDue(
  { reEnrolment, previousEnrolment }: NonNullable<BenefitDefinition['autoEnrolment']>,
  { today, yearEnds }: { today: IsoDate; yearEnds: IsoDate },
): { from: IsoDate; to: IsoDate } | undefined {
  const day = reEnrolment === undefined ? undefined : resolveDay(reEnrolment, today)
  const last = day !== undefined && day <= today ? day : previousEnrolment && resolveDay(previousEnrolment, today)
  if (!last || (day !== undefined && day > today)) return undefined
  const next = nextReEnrolment(last)
  return next.from <= yearEnds ? next : undefined
}

/**
 * Insurance may end at the greater of 65 and State Pension age (Equality Act 2010, Schedule 9, paragraph 14). Checks
 * the youngest person to pass the last age, on the last day of the scheme year: theirs is the highest State Pension
 * age.
 */
function coversUpToTheLawsAge(lastAge: number, yearEnds: IsoDate): boolean {
  if (lastAge + 1 < 65) return false
  const born = sameDayOf(yearEnds, Number(yearEnds.slice(0, 4)) - lastAge - 1)
  return reachesStatePensionAgeOn(born) <= yearEnds
}

const warnings = {
  letter: (reason: string) => `A National Insurance letter that does not fit the age: ${reason}`,
  reEnrolment: ({ from, to }: { from: IsoDate; to: IsoDate }) =>
    `The next re-enrolment date must be from ${showLongDate(from)} to ${showLongDate(to)}, and reEnrolment names none of these days (Automatic Enrolment Regulations 2010, regulation 12)`,
  lastAge: (age: number) =>
    `The last age ${age} is below the greater of 65 and State Pension age: ending a benefit at it needs a reason that the Equality Act 2010 accepts (Schedule 9, paragraph 14)`,
}
