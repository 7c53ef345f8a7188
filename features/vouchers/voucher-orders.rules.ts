import type { IsoDate } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'

const MINUTE = 60_000

export const voucherLimits = {
  /** S-64. */
  tokenMs: 5 * MINUTE,
  /** Minimum characters of the shared secret: as many as HMAC-SHA-256 uses. */
  secretLength: 32,
  /** Orders around today, in days, for the employer and the application. */
  daysBack: 190,
  daysAhead: 100,
  /** A person's own orders, in days. */
  ownDaysBack: 366,
} as const

/** `saved` while the run is open, `placed` once locked and paid. */
export type VoucherOrders = {
  voucherDate: IsoDate
  state: 'saved' | 'placed'
  people: number
  amount: Pence
}

/** DATA-25. */
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
