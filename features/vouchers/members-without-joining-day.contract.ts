import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { selectionId } from '../../contract/ids.ts'
import { ownClientCall } from '../../contract/own-client.ts'

/** Returns members of childcare vouchers whose joining day is unknown. Before 6 April 2011 they have the highest cap. */
export const listMembersWithoutJoiningDay = endpoint('GET', 'v2/client/{id}/voucher-members-without-joining-day', {
  ...ownClientCall,
  reply: z.array(
    z.object({ selectionId, employeeName: z.string(), employeeNumber: z.string(), benefitName: z.string() }),
  ),
})
