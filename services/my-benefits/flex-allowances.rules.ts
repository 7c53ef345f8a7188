import type { BenefitId } from '../../contract/ids.ts'
import type { Pence } from '../../contract/money.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { penceFromDigits } from '../../domain/pricing/money.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'

type BenefitEntry = { id: BenefitId; code: string; definition: BenefitDefinition }

export type FlexAllowance = BenefitEntry & { pays: readonly BenefitEntry[] }

export function flexAllowancesOf(benefits: readonly BenefitEntry[]): FlexAllowance[] {
  return benefits.flatMap((allowance) => {
    const { pot: rules } = allowance.definition
    if (!rules) return []
    const pays = rules.benefits.flatMap((code) => benefits.find(({ definition }) => definition.code === code) ?? [])
    return [{ ...allowance, pays }]
  })
}

export function allowanceFor(allowances: readonly FlexAllowance[], benefitId: BenefitId): FlexAllowance | undefined {
  return allowances.find(({ id, pays }) => id === benefitId || pays.some((one) => one.id === benefitId))
}

export function benefitsPaidBefore({ pays }: FlexAllowance, benefitId: BenefitId): readonly BenefitEntry[] {
  const index = pays.findIndex(({ id }) => id === benefitId)
  return index < 0 ? pays : pays.slice(0, index)
}

/** Returns how many benefits the allowance pays before this one; -1 if no allowance pays it. */
export function paymentPosition(allowances: readonly FlexAllowance[], benefitId: BenefitId): number {
  const allowance = allowanceFor(allowances, benefitId)
  return allowance ? benefitsPaidBefore(allowance, benefitId).length : -1
}

export function priceWithoutAllowance({ employeeYearly, pot: allowance }: StoredPrice): Pence {
  return BigInt(employeeYearly) + BigInt(allowance?.paid ?? 0)
}

export function carriedOver({ values }: { values: Record<string, string> }): Pence {
  const { carried } = values
  return carried === undefined ? 0n : penceFromDigits(carried)
}
