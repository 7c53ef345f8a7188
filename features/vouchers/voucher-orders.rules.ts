import type { IsoDate } from '../../contract/dates.ts'
import type { Pence } from '../../contract/money.ts'

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
