import type { Pence } from '../../contract/money.ts'
import type { BalanceRule } from '../../domain/definition/definition.ts'

/** Returns the balance owed. Until the employer records a deduction, payroll is assumed to have deducted `most`. */
export function balanceOwed({
  rule,
  left,
  most: maximum,
  taken: deducted,
}: {
  rule: BalanceRule
  left: Pence
  most: Pence
  taken: Pence | null
}): Pence {
  if (rule === 'transfer' || rule === 'drop') return left < 0n ? left - (deducted ?? 0n) : 0n
  return left - (deducted ?? maximum)
}
