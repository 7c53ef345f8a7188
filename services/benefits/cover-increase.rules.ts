import type { BenefitDefinition } from '../../domain/definition/definition.ts'
import type { Choice } from '../../domain/definition/options.ts'
import { compareDecimals } from '../../domain/pricing/rational.ts'
import type { StoredPrice } from '../../domain/selections/stored-price.ts'
import { isNumber } from '../../domain/definition/decimal.ts'

type Priced = { choice: Choice; price: Pick<StoredPrice, 'employeeYearly' | 'employerYearly'> | null }

/** Returns true if a choice covers no more than now. A higher price by age alone is no increase of cover. */
export function keepsOrLowersCover(
  { options }: Pick<BenefitDefinition, 'options'>,
  { asked: requested, running }: { asked: Priced; running: Priced },
): boolean {
  if (!requested.choice.people.every((id) => running.choice.people.includes(id))) return false
  return Object.entries(requested.choice.values).every(([name, value]) => {
    const before = running.choice.values[name]
    if (before === value) return true
    if (before === undefined) return false
    const [requestedValue, current] = [numberOf(options, name, value), numberOf(options, name, before)]
    return requestedValue === undefined || current === undefined
      ? costsNoMore(requested, running)
      : compareDecimals(requestedValue, current) <= 0
  })
}

function numberOf(options: BenefitDefinition['options'], name: string, value: string): string | undefined {
  const option = options.find(({ code }) => code === name)
  if (option?.kind === 'levels') return option.levels.find(({ code }) => code === value)?.value
  return isNumber(value) ? value : undefined
}

function costsNoMore({ price: requested }: Priced, { price: running }: Priced): boolean {
  if (!requested || !running) return false
  const [requestedValue, current] = [BigInt(requested.employeeYearly), BigInt(running.employeeYearly)]
  return (
    requestedValue <= current &&
    requestedValue + BigInt(requested.employerYearly) <= current + BigInt(running.employerYearly)
  )
}
