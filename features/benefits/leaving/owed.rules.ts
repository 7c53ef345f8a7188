import type { Pence } from '../../../contract/money.ts'
import type { OwedRule } from '../pay/leaving-rule.rules.ts'

/** What a leaver still owes: until the employer records what payroll took, the most that it may take counts as taken. */
export function stillOwed({
  rule,
  left,
  most,
  taken,
}: {
  rule: OwedRule
  left: Pence
  most: Pence
  taken: Pence | null
}): Pence {
  if (rule === 'transfer' || rule === 'drop') return left < 0n ? left - (taken ?? 0n) : 0n
  return left - (taken ?? most)
}
