import type { IsoDate } from '../../contract/dates.ts'
import type { EffectiveRule } from '../windows/effective-date.rules.ts'

/** A condition for choosing a benefit. Checked here for one employee, and in SQL for all employees. */
export type Condition =
  | { rule: 'employed' }
  /** After the scheme year has ended, its rules allow no more choices, even if the next scheme folder is late. */
  | { rule: 'year-published'; yearEnds: IsoDate }
  | { rule: 'still-offered' }
  | { rule: 'holds-already' }
  /** Applies to childcare vouchers, which exclude a childcare account (ITEPA 2003 s 270AA(6)). */
  | { rule: 'no-childcare-account' }
  | { rule: 'age-from'; years: number }
  /** `endsRelief` marks the last age with tax relief at source: a tax rule, not a scheme rule. */
  | { rule: 'age-to'; years: number; endsRelief?: true }
  | { rule: 'past-probation' }
  | { rule: 'in-location'; locations: readonly string[] }
  | { rule: 'on-payroll'; payrolls: readonly string[] }
  | { rule: 'hours-from'; hours: string }
  | { rule: 'open-now' }
  /** A choice that would take effect after this scheme year must be made in the next one, by its rules. */
  | { rule: 'counts-in-year'; year: YearBounds; takesEffect: EffectiveRule }
  | { rule: 'starts-in-employment'; lastDay: IsoDate; year: YearBounds; takesEffect: EffectiveRule }

export type YearBounds = { from: IsoDate; to: IsoDate }
