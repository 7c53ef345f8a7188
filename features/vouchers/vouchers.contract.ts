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
