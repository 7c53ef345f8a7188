import { z } from 'zod'
import { isoDate } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { pounds } from '../../contract/money.ts'
import { employerCall } from '../../contract/employer-call.ts'

/** Returns employees whose next salary payment is below the minimum wage, after the pay that they give up for benefits. */
export const listBelowMinimumWage = endpoint('GET', 'v2/client/{id}/below-minimum-wage', {
  ...employerCall,
  reply: z.array(
    z.object({
      personId: z.string(),
      employeeName: z.string(),
      employeeNumber: z.string(),
      payOn: isoDate,
      /** Basic salary for the pay period. */
      pay: pounds,
      givenUp: pounds,
      /** Minimum wage for the pay period, by the age on its first day. */
      minimumWage: pounds,
    }),
  ),
})
