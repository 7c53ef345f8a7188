import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { selectionId } from '../../contract/ids.ts'
import { employerCall } from '../../contract/employer-call.ts'

/** Returns members of childcare vouchers without a joining day. Those who joined before 6 April 2011 have a higher cap. */
export const listMembersWithoutJoiningDay = endpoint('GET', 'v2/client/{id}/voucher-members-without-joining-day', {
  ...employerCall,
  reply: z.array(
    z.object({ selectionId, employeeName: z.string(), employeeNumber: z.string(), benefitName: z.string() }),
  ),
})
