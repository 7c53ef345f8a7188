import type { IsoDate } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'

const MINUTE = 60_000

export const voucherLimits = {
  tokenMs: 5 * MINUTE,
  /** Minimum number of characters, because HMAC-SHA-256 uses 32 bytes. */
  secretLength: 32,
  /** Days before and after today for which orders are listed. */
  daysBack: 190,
  daysAhead: 100,
  ownDaysBack: 366,
} as const

/** `saved` while the payroll run is open, `placed` once it is locked. */
export type VoucherOrders = {
  voucherDate: IsoDate
  state: 'saved' | 'placed'
  people: number
  amount: Pence
}

/** Returns the next voucher date and the numbers of its orders (DATA-25). */
export function nextOrders(
  orders: readonly VoucherOrders[],
  today: IsoDate,
): { nextVoucherDate: IsoDate | null; placedOrders: number; savedOrders: number } {
  const [nextVoucherDate = null] = orders
    .map(({ voucherDate }) => voucherDate)
    .filter((date) => date >= today)
    .toSorted()
  const due = orders.filter(({ voucherDate }) => voucherDate === nextVoucherDate)
  const count = (state: VoucherOrders['state']) =>
    due.filter((one) => one.state === state).reduce((sum, { people }) => sum + people, 0)
  return { nextVoucherDate, placedOrders: count('placed'), savedOrders: count('saved') }
}
