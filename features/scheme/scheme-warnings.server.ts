import { type IsoDate, showDate } from '../../contract/dates.ts'
import { nextReEnrolment } from '../../domain/eligibility/enrolment-assessment.rules.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { reachesStatePensionAgeOn } from '../../domain/tax/state-pension-age.rules.ts'
import { taxTables } from '../../services/payroll/tax-tables.queries.ts'
import { type TaxTable, ukBands } from '../../domain/tax/tax-table.ts'
import { taxTableOn } from '../../domain/tax/tax-years.rules.ts'
import type { RangeOption } from '../../domain/definition/options.ts'
import { sameDayInYear } from '../../domain/pricing/age.ts'
import { invalidNiLetters } from '../employees/ni-letter-warnings.rules.ts'
import { resolveDay } from '../../domain/definition/day.rules.ts'
import { schemeFault, type SchemeFault } from '../../services/scheme/scheme-faults.ts'
import { correctedColours } from '../../services/theme/theme-corrections.rules.ts'
import type { Scheme } from './read-scheme.server.ts'

export function schemeWarnings({ benefits, people, year, today }: Scheme): SchemeFault[] {
  const to = resolveDay(year.value.to, today)
  const reEnrolments = benefits.flatMap(({ value: { autoEnrolment: rules }, file, lineOf }) => {
    const due = rules && reEnrolmentDue(rules, { today, yearEnds: to })
    return due ? [schemeFault({ file, line: lineOf(['autoEnrolment']) }, warnings.reEnrolment(due))] : []
  })
  const lastAges = benefits.flatMap(({ value: { ages }, file, lineOf }) => {
    if (ages?.to === undefined || coversUpToTheLawsAge(ages.to, to)) return []
    return [schemeFault({ file, line: lineOf(['ages', 'to']) }, warnings.lastAge(ages.to))]
  })
  const exempt = taxTableOn(taxTables(), to)?.childcareVouchers.monthly
  const vouchers = benefits.flatMap(({ value: { options }, file, lineOf }) =>
    options.flatMap((option, place) =>
      exempt && option.kind === 'range' && isAbove(option.maxByTaxBand, exempt)
        ? [schemeFault({ file, line: lineOf(['options', place, 'maxByTaxBand']) }, warnings.vouchers(exempt))]
        : [],
    ),
  )
  const letters = people.flatMap((person) => invalidNiLetters(person, today))
  return [
    ...lastAges,
    ...reEnrolments,
    ...vouchers,
    ...letters.map(({ line, reason }) => schemeFault({ file: 'people.csv', line }, warnings.letter(reason))),
  ]
}

export function colourCorrections({ value: { theme }, file, lineOf }: Scheme['client']): SchemeFault[] {
  const keys = { primary: 'primaryColour', accent: 'secondaryColour' } as const
  return correctedColours({ primary: theme.primaryColour, accent: theme.secondaryColour }).map(({ of, reason }) =>
    schemeFault({ file, line: lineOf(['theme', keys[of]]) }, reason),
  )
}

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

function isAbove(caps: RangeOption['maxByTaxBand'], exempt: Exempt): boolean {
  return caps !== undefined && ukBands.some((band) => Number(caps[band]) > Number(exempt[band]))
}

type Exempt = TaxTable['childcareVouchers']['monthly']

/** Insurance may end at the later of 65 and State Pension age (Equality Act 2010, Schedule 9, paragraph 14). */
function coversUpToTheLawsAge(lastAge: number, yearEnds: IsoDate): boolean {
  if (lastAge + 1 < 65) return false
  const born = sameDayInYear(yearEnds, Number(yearEnds.slice(0, 4)) - lastAge - 1)
  return reachesStatePensionAgeOn(born) <= yearEnds
}

const warnings = {
  letter: (reason: string) => `A National Insurance letter that does not fit the age: ${reason}`,
  reEnrolment: ({ from, to }: { from: IsoDate; to: IsoDate }) =>
    `The next re-enrolment date must be from ${showDate(from)} to ${showDate(to)}, and reEnrolment names none of these days (Automatic Enrolment Regulations 2010, regulation 12)`,
  vouchers: ({ basic, higher, additional }: Exempt) =>
    `maxByTaxBand allows more than £${basic}, £${higher} or £${additional} a month. The rest is taxed (ITEPA 2003 s 270A; HMRC EIM16053)`,
  lastAge: (age: number) =>
    `The last age ${age} is below the greater of 65 and State Pension age: ending a benefit at it needs a reason that the Equality Act 2010 accepts (Schedule 9, paragraph 14)`,
}
