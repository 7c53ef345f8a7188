import type { IsoDate } from '../../contract/dates.ts'
import type { FamilyEnd } from '../definition/family.rules.ts'
import { basicRateOn } from './relief-at-source.rules.ts'
import type { TaxTable } from './tax-table.ts'
import type { FamilyMember, PayCycle, PersonFacts } from '../pricing/price-facts.ts'
import { taxBandOn } from './tax-band.rules.ts'

export type DatedFact = { fact: string; value: string | null; effectiveFrom: IsoDate }
export type KnownFamily = {
  id: string
  relationship: 'partner' | 'dependant'
  dateOfBirth: IsoDate
  educationEnds?: IsoDate | null
  disabilityUntil?: IsoDate | null
  ended?: FamilyEnd | null
}

export type Employment = {
  status: 'active' | 'inactive' | 'left'
  startedOn: IsoDate | null
  endsOn: IsoDate | null
  probationEndsOn: IsoDate | null
}

export function factOn(facts: readonly DatedFact[], fact: string, date: IsoDate): string | null {
  let newest: DatedFact | undefined
  for (const one of facts) {
    if (one.fact !== fact || one.effectiveFrom > date) continue
    if (newest === undefined || newest.effectiveFrom < one.effectiveFrom) newest = one
  }
  return newest?.value ?? null
}

type DayFact =
  | 'apprentice-since'
  | 'childcare-account-notice'
  | 'end-date'
  | 'money-purchase-allowance-since'
  | 'probation-end'
  | 'start-date'
  | 'voucher-member-since'

export function dayFactOn(facts: readonly DatedFact[], fact: DayFact, date: IsoDate): IsoDate | null {
  // The values of these facts are ISO dates.
  return factOn(facts, fact, date) as IsoDate | null
}

/** Returns the facts for days from `date` on. `recorded` is sorted by fact, newest day first, then last recorded first. */
export function factsKnownFrom(recorded: readonly DatedFact[], date: IsoDate): DatedFact[] {
  return recorded.filter(({ fact, effectiveFrom }, at) => {
    const newer = recorded[at - 1]
    return newer?.fact !== fact || (newer.effectiveFrom > date && newer.effectiveFrom !== effectiveFrom)
  })
}

export function employmentOn(facts: readonly DatedFact[], date: IsoDate): Employment {
  const status = factOn(facts, 'status', date)
  const endsOn = dayFactOn(facts, 'end-date', date)
  return {
    // After the last day, the status is `left`; session validity has the same rule. A missing status means active (ACCESS-04).
    status: endsOn !== null && endsOn < date ? 'left' : status === 'left' || status === 'inactive' ? status : 'active',
    startedOn: dayFactOn(facts, 'start-date', date),
    endsOn,
    probationEndsOn: dayFactOn(facts, 'probation-end', date),
  }
}

export function childcareNoticeOn(facts: readonly DatedFact[], date: IsoDate): IsoDate | null {
  return dayFactOn(facts, 'childcare-account-notice', date)
}

export function workplaceOn(
  facts: readonly DatedFact[],
  date: IsoDate,
): { location: string | null; payroll: string | null; weeklyHours: string | null } {
  return {
    location: factOn(facts, 'location', date),
    payroll: factOn(facts, 'payroll', date),
    weeklyHours: factOn(facts, 'hours-per-week', date),
  }
}

/** Later than any effective date. The text is a valid IsoDate. */
const endOfTime = '9999-12-31' as IsoDate

/** Returns the first day of employment as of a date; for future joiners, the planned one. */
export function firstDayOfEmployment(facts: readonly DatedFact[], date: IsoDate): IsoDate | null {
  return dayFactOn(facts, 'start-date', date) ?? dayFactOn(facts, 'start-date', endOfTime)
}

export function priceFactsOn(
  {
    dateOfBirth,
    facts,
    family,
    payPeriods,
    periodStart,
    taxTables,
  }: PayCycle & {
    dateOfBirth: IsoDate
    facts: readonly DatedFact[]
    family: readonly KnownFamily[]
    taxTables: readonly TaxTable[]
  },
  date: IsoDate,
): PersonFacts {
  const salary = (kind: 'basic' | 'benefit' | 'pensionable') =>
    BigInt(factOn(facts, `${kind}-salary`, date) ?? factOn(facts, 'basic-salary', date) ?? '0')
  const startedOn = dayFactOn(facts, 'start-date', date)
  const memberSince = dayFactOn(facts, 'voucher-member-since', date)
  const other = BigInt(factOn(facts, 'other-relevant-earnings', date) ?? '0')
  return {
    dateOfBirth,
    ...(startedOn && { startedOn }),
    ...(other > 0n && { otherEarnings: other }),
    ...(memberSince && { voucherMemberSince: memberSince }),
    salaries: { basic: salary('basic'), benefit: salary('benefit'), pensionable: salary('pensionable') },
    weeklyHours: factOn(facts, 'hours-per-week', date) ?? '0',
    fte: factOn(facts, 'full-time-equivalent', date) ?? (factOn(facts, 'hours-per-week', date) === null ? '0' : '1'),
    payPeriods,
    ...(periodStart && { periodStart }),
    taxCountry: factOn(facts, 'tax-country', date) === 'Scotland' ? 'Scotland' : 'rUK',
    ...(taxTables.length > 0 && { basicRate: basicRateOn(taxTables, date) }),
    ...taxBandOn({
      earnings: {
        salary: salary('basic'),
        other,
        taxableBenefits: 0n,
        pension: 0n,
        sacrificedPension: 0n,
        payrollGiving: 0n,
      },
      on: date,
      tables: taxTables,
    }),
    family: family.map(pricingFamilyMember),
  }
}

export function pricingFamilyMember({
  id,
  relationship,
  dateOfBirth,
  educationEnds,
  disabilityUntil,
  ended,
}: KnownFamily): FamilyMember {
  return {
    id,
    relation: relationship,
    dateOfBirth,
    ...(educationEnds && { educationEnds }),
    ...(disabilityUntil && { disabilityUntil }),
    ...(ended && { ended }),
  }
}
