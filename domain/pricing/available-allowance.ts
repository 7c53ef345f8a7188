import type { IsoDate } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'
import type { AllowanceRules } from '../definition/flex-allowance.rules.ts'

export type AllowanceInUse = {
  name: string
  rules: AllowanceRules
  carried: Pence
  claims: readonly AllowanceClaim[]
}

/** Yearly cost of a choice to the employee without the flex allowance, pence. */
export type AllowanceClaim = { label: string; amount: Pence; from: IsoDate }
