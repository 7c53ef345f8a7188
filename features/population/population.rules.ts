import type { IsoDate } from '../../contract/dates.ts'
import type { BenefitId, PersonId } from '../../contract/ids.ts'
import type { Pence } from '../../contract/money.ts'
import type { PayChange } from '../../domain/tax/gross-to-net.rules.ts'
import type { NotAllowed } from '../../services/my-benefits/allowed-actions.rules.ts'
import type { SelectionState } from '../../domain/selections/benefits.contract.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import type { RateTable } from '../../domain/pricing/rate-table.ts'

export type Population = {
  on: IsoDate
  /** Undefined if the day is in no scheme year. */
  year: { from: IsoDate; to: IsoDate } | undefined
  people: ReadonlyMap<PersonId, PersonOnDay>
  benefits: ReadonlyMap<string, BenefitOnDay>
  rates: readonly RateTable[]
  eligibility: ReadonlyMap<string, ReadonlyMap<PersonId, EligibilityOnDay>>
  selections: ReadonlyMap<string, ReadonlyMap<PersonId, SelectionOnDay>>
  pay: readonly PayOnDay[]
}

export type PersonOnDay = {
  personId: PersonId
  email: string
  name: string
  number: string | null
  dateOfBirth: IsoDate
  /** Basic salary in pence a year. */
  salary: Pence | null
  weeklyHours: string | null
  apprenticeSince: IsoDate | null
}

export type BenefitOnDay = {
  id: BenefitId
  code: string
  name: string
  provider: string
  definition: BenefitDefinition
  withdrawn: boolean
}

/** Why a person may not choose a benefit, with the facts that decide it; null if they may. Ignores windows. */
export type EligibilityOnDay = {
  cause: NotAllowed['cause'] | null
  status: string | null
  dateOfBirth: IsoDate
  probationEndsOn: IsoDate | null
  location: string | null
  payroll: string | null
  weeklyHours: string | null
  joinedOn: IsoDate | null
  noticeOn: IsoDate | null
  holds: boolean
}

/** `cost` is null if no version is in force. */
export type SelectionOnDay = {
  state: SelectionState
  version: number
  cost: Cost | null
  givenUp: readonly PayChange[]
}

/** Amounts in pence. `month` is the first month of the year. */
export type Cost = { employee: Amounts; employer: Amounts }
type Amounts = { month: Pence; year: Pence }

export type PayOnDay = {
  payroll: string
  /** Pay year and number identify a pay period, even if its dates change. */
  year: number
  number: number
  label: string
  payOn: IsoDate
  employee: Pence
  employer: Pence
}

export const noCost: Cost = { employee: { month: 0n, year: 0n }, employer: { month: 0n, year: 0n } }

export function addCosts(a: Cost, b: Cost): Cost {
  const added = (one: Amounts, other: Amounts) => ({ month: one.month + other.month, year: one.year + other.year })
  return { employee: added(a.employee, b.employee), employer: added(a.employer, b.employer) }
}

export function isSameCost(a: Cost, b: Cost): boolean {
  const same = (one: Amounts, other: Amounts) => one.month === other.month && one.year === other.year
  return same(a.employee, b.employee) && same(a.employer, b.employer)
}
