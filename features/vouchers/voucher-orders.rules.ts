import type { IsoDate } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'

/** Childcare vouchers on a pay day: `saved` while the run is open, `placed` once locked and paid. */
export type VoucherOrders = {
  voucherDate: IsoDate
  state: 'saved' | 'placed'
  /** How many orders these are: one for each person. */
  people: number
  amount: Pence
}

/** DATA-25: the next day on which vouchers are due, and how many orders for it are placed and still saved. */
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
