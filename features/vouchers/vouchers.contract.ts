import { z } from 'zod'
import { isoDate } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { pounds } from '../../contract/money.ts'

/** A46: what is left of the caller's childcare vouchers, in pounds; nothing for whoever has no account. */
export const readVoucherBalance = endpoint('GET', 'ccv/balance', {
  base: 'v1',
  access: 'user',
  reply: z.object({ lastPaymentDate: isoDate.nullable(), balance: pounds }),
})

/** The caller's own vouchers by pay day, the latest first: of the last year, and what is due next. */
export const listVoucherOrders = endpoint('GET', 'ccv/orders', {
  base: 'v1',
  access: 'user',
  reply: z.array(z.object({ voucherDate: isoDate, amount: pounds, state: z.enum(['saved', 'placed']) })),
})

/** A47, DATA-25: the client's orders, and the application in which they are managed. */
export const readVoucherManagement = endpoint('GET', 'ccv/manage', {
  base: 'api',
  access: 'employer',
  reply: z.object({
    /** False for a client without the voucher product; all else is then empty. */
    hasVouchers: z.boolean(),
    nextVoucherDate: isoDate.nullable(),
    /** How many people's orders for that day are placed, because their payroll run is locked, and how many still saved. */
    placedOrders: z.number().int(),
    savedOrders: z.number().int(),
    /** What is framed, `{url}#access_token={token}`; null where none is set up, and while somebody looks as somebody else. */
    url: z.string().nullable(),
    /** Opens the voucher application for five minutes, and nothing of the portal (S-64). */
    token: z.string().nullable(),
  }),
})
