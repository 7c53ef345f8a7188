import { type Pence, showPence } from '../../contract/money.ts'
import type { BenefitDefinition, BalanceRule } from '../../domain/definition/definition.ts'
import { atLeavingMessages as say } from './leaving-balance.messages.ts'
import { balanceOwed } from './balance-owed.rules.ts'

export type LeavingBalance = { rule: BalanceRule; left: Pence; most: Pence; taken: Pence | null }

type Leaving = Pick<BenefitDefinition, 'price' | 'pay'>

export function leavingBalanceText(definition: Leaving, row: LeavingBalance): string | null {
  if (row.left === 0n) return null
  if (row.left < 0n) return dueInWords(row)
  const keeping = row.rule !== 'transfer' && isHired(definition) ? [say.keeping] : []
  return [say.left(showPence(row.left)), owedInWords(row), ...keeping].join(' ')
}

export function waivedBalanceText(definition: Leaving): string {
  return [say.drop, ...(isHired(definition) ? [say.keeping] : [])].join(' ')
}

function owedInWords({ rule, left, most: maximum, taken: deducted }: LeavingBalance): string {
  if (rule === 'transfer') return say.transfer
  const owed = balanceOwed({ rule, left, most: maximum, taken: deducted })
  if (deducted !== null && deducted > 0n)
    return owed === 0n ? say.recordedWhole : say.recorded(showPence(deducted), showPence(owed))
  if (deducted === 0n || rule !== 'net-pay') return say.owed
  if (maximum === 0n) return say.notTaken
  return owed === 0n ? say.takenWhole : say.taken(showPence(maximum), showPence(owed))
}

function dueInWords({ rule, left, most: maximum, taken: deducted }: LeavingBalance): string {
  const owed = -balanceOwed({ rule, left, most: maximum, taken: deducted })
  const paid = -(deducted ?? 0n)
  if (paid === 0n) return say.due(showPence(owed))
  return owed === 0n ? say.paidBackWhole(showPence(paid)) : say.paidBack(showPence(paid), showPence(owed))
}

/** Returns true for an order by salary sacrifice, such as a bicycle: a hire from the employer. A season ticket is a loan. */
function isHired({ price, pay }: Leaving): boolean {
  const isOrder = price.some((component) => component.price.method === 'order')
  return isOrder && (pay.employee?.taxMethod.startsWith('sacrifice') ?? false)
}
