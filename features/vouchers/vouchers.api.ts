import { poundsFromPence } from '../../contract/money.ts'
import { handle, type Handler } from '../../platform/handle.ts'
import { readVoucherBalance } from './vouchers.contract.ts'
import { voucherAccountOf } from './vouchers.queries.ts'

export const voucherHandlers: Handler[] = [
  handle(readVoucherBalance, async ({ tx, clientId, caller }) => {
    const account = await voucherAccountOf(tx, clientId, caller)
    return { lastPaymentDate: account?.lastPaymentOn ?? null, balance: poundsFromPence(account?.balance ?? 0n) }
  }),
]
