import type { IsoDate } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'
import type { PotRules } from '../definition/flex-allowance.rules.ts'

/** A person's flex allowance on the day of a price. Earlier claims are paid first, in order. */
export type PotInUse = {
  name: string
  rules: PotRules
  /** Carried over from the previous scheme year, pence. */
  carried: Pence
  claims: readonly PotClaim[]
}

/** Yearly cost of a choice to the employee without the flex allowance, pence. */
export type PotClaim = { label: string; amount: Pence; from: IsoDate }
