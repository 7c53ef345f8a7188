import type { IsoDate } from '../../../contract/dates.ts'
import type { Pence } from '../../../contract/money.ts'
import type { FamilyEnd } from '../../family/family.rules.ts'

export type PayCycle = {
  /** Pays that make a year's salary: 12 monthly, 13 four-weekly, 26 fortnightly, 52 weekly. */
  payPeriods: number
  /** First day of one of their pay periods, which follow each other without a gap; needed only for pay by weeks. */
  periodStart?: IsoDate | undefined
}

/** What a price may depend on, as the person's employment facts stand on the effective date. */
export type PersonFacts = PayCycle & {
  dateOfBirth: IsoDate
  /** The first day of employment, where it is known; needed only where an age is taken on its anniversaries. */
  startedOn?: IsoDate
  /** Pence a year; 0 where it is not known. */
  salaries: { basic: Pence; benefit: Pence; pensionable: Pence }
  /** Guaranteed bonuses, overtime, commission and allowances, in pence a year. */
  otherEarnings?: Pence
  voucherMemberSince?: IsoDate
  /** Hours a week, decimal digits: '37.5'; '0' where they are not known or not fixed. */
  weeklyHours: string
  /** Share of full time, decimal digits: '1', '0.6'; '0' where it is not known. */
  fte: string
  taxCountry: 'rUK' | 'Scotland'
  /** Percent; needed only for pensions with relief at source. */
  basicRate?: string
  taxBand?: 'basic' | 'higher' | 'additional'
  taxBandBecause?: string
  family: FamilyMember[]
}

/** Specification 3: relation type 1 is partner, everything else dependant. */
export type FamilyMember = {
  id: string
  relation: 'partner' | 'dependant'
  dateOfBirth: IsoDate
  /** The last day of full-time education; none for who is not in it. */
  educationEnds?: IsoDate
  /** Last day on which they are confirmed as registered disabled. */
  disabilityUntil?: IsoDate
  /** Set once they have died or are divorced. */
  ended?: FamilyEnd
}
