import type { BenefitId } from '../../contract/ids.ts'
import type { Pence } from '../../contract/money.ts'
import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import { penceOf } from '../../domain/pricing/money.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'

type Known = { id: BenefitId; code: string; definition: BenefitDefinition }

export type FlexAllowance = Known & { pays: readonly Known[] }

export function flexAllowancesOf(benefits: readonly Known[]): FlexAllowance[] {
  return benefits.flatMap((pot) => {
    const { pot: rules } = pot.definition
    if (!rules) return []
    const pays = rules.benefits.flatMap((code) => benefits.find(({ definition }) => definition.code === code) ?? [])
    return [{ ...pot, pays }]
  })
}

export function allowanceFor(pots: readonly FlexAllowance[], benefitId: BenefitId): FlexAllowance | undefined {
  return pots.find(({ id, pays }) => id === benefitId || pays.some((one) => one.id === benefitId))
}

/** Returns the benefits that an allowance pays for before this one; all of them for the allowance itself. */
export function benefitsPaidBefore({ pays }: FlexAllowance, benefitId: BenefitId): readonly Known[] {
  const place = pays.findIndex(({ id }) => id === benefitId)
  return place < 0 ? pays : pays.slice(0, place)
}

export function priceWithoutAllowance({ employeeYearly, pot }: StoredPrice): Pence {
  return BigInt(employeeYearly) + BigInt(pot?.paid ?? 0)
}

/** Returns the pence carried over from the previous scheme year, stored in the allowance's own choice. */
export function carriedOver({ values }: { values: Record<string, string> }): Pence {
  const { carried } = values
  return carried === undefined ? 0n : penceOf(carried)
}
