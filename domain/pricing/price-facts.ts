import type { IsoDate } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'
import type { FamilyEnd } from '../definition/family.rules.ts'

export type PayCycle = {
  /** Pay periods that make up a year's salary: 12 monthly, 13 four-weekly, 26 fortnightly, 52 weekly. */
  payPeriods: number
  /** First day of any pay period. Needed for weekly, fortnightly and four-weekly pay, to count the pay days of a year. */
  periodStart?: IsoDate | undefined
}

export type PersonFacts = PayCycle & {
  dateOfBirth: IsoDate
  /** First day of employment, if known. Needed only for prices by the age on an anniversary of employment. */
  startedOn?: IsoDate
  /** Pence a year; 0 if unknown. */
  salaries: { basic: Pence; benefit: Pence; pensionable: Pence }
  /** Guaranteed bonuses, overtime, commission and allowances, in pence a year. */
  otherEarnings?: Pence
  voucherMemberSince?: IsoDate
  /** Hours a week in decimal digits: '37.5'; '0' if unknown or not fixed. */
  weeklyHours: string
  /** Full-time equivalent in decimal digits: '1', '0.6'; '0' if unknown. */
  fte: string
  taxCountry: 'rUK' | 'Scotland'
  /** Percent; needed only for pensions with relief at source. */
  basicRate?: string
  taxBand?: 'basic' | 'higher' | 'additional'
  taxBandBecause?: string
  family: FamilyMember[]
}

export type FamilyMember = {
  id: string
  relation: 'partner' | 'dependant'
  dateOfBirth: IsoDate
  educationEnds?: IsoDate
  disabilityUntil?: IsoDate
  ended?: FamilyEnd
}
