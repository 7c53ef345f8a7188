import { z } from 'zod'
import { isoDate } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { pounds } from '../../contract/money.ts'

/** A46. Returns the caller's balance of childcare vouchers in pounds; 0 without an account. */
export const readVoucherBalance = endpoint('GET', 'ccv/balance', {
  base: 'v1',
  access: 'user',
  reply: z.object({ lastPaymentDate: isoDate.nullable(), balance: pounds }),
})

/** Returns the caller's voucher orders of the last year and the next 100 days, the latest pay day first. */
export const listVoucherOrders = endpoint('GET', 'ccv/orders', {
  base: 'v1',
  access: 'user',
  reply: z.array(z.object({ voucherDate: isoDate, amount: pounds, state: z.enum(['saved', 'placed']) })),
})

/** A47, DATA-25. Returns the client's voucher orders, and the address of the application that manages them. */
export const readVoucherManagement = endpoint('GET', 'ccv/manage', {
  base: 'api',
  access: 'employer',
  reply: z.object({
    hasVouchers: z.boolean(),
    nextVoucherDate: isoDate.nullable(),
    /** Number of people with an order: `placed` if the payroll run is locked, otherwise `saved`. */
    placedOrders: z.number().int(),
    savedOrders: z.number().int(),
    /** Load `{url}#access_token={token}` in a frame. Null if no application is set up, and in a view as another person. */
    url: z.string().nullable(),
    /** The token opens the voucher application for five minutes. Calls of the portal do not accept it (S-64). */
    token: z.string().nullable(),
  }),
})
