import { expect, it } from 'vitest'
import { isoDate } from '../../contract/dates.ts'
import { nextOrders, type VoucherOrders } from './voucher-orders.rules.ts'

const day = (text: string) => isoDate.parse(text)
const orders = (voucherDate: string, state: VoucherOrders['state'], people: number): VoucherOrders => ({
  voucherDate: day(voucherDate),
  state,
  people,
  amount: 12_400n,
})
const listedOrders = [
  orders('2026-10-28', 'placed', 9),
  orders('2026-11-27', 'placed', 4),
  orders('2026-11-27', 'saved', 3),
  orders('2026-11-27', 'saved', 2),
  orders('2026-12-28', 'saved', 9),
]

it('placed and saved orders are counted for the next voucher date only, which can be today [DATA-25]', () => {
  const next = { nextVoucherDate: '2026-11-27', placedOrders: 4, savedOrders: 5 }
  expect(nextOrders(listedOrders, day('2026-10-29'))).toEqual(next)
  expect(nextOrders(listedOrders, day('2026-11-27'))).toEqual(next)
  expect(nextOrders(listedOrders, day('2026-11-28'))).toEqual({
    nextVoucherDate: '2026-12-28',
    placedOrders: 0,
    savedOrders: 9,
  })
})

it('there is no next voucher date if there are no orders [DATA-25]', () => {
  const nothing = { nextVoucherDate: null, placedOrders: 0, savedOrders: 0 }
  expect(nextOrders([], day('2026-11-27'))).toEqual(nothing)
  expect(nextOrders(listedOrders, day('2026-12-29'))).toEqual(nothing)
})
