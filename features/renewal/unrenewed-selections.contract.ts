import { z } from 'zod'
import { isoDate } from '../../contract/dates.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { selectionId } from '../../contract/ids.ts'
import { employerCall } from '../../contract/employer-call.ts'

const unrenewedSelectionRow = z.object({
  selectionId,
  employeeName: z.string(),
  employeeNumber: z.string(),
  email: z.string(),
  benefitName: z.string(),
  since: isoDate,
  missing: z.string(),
})
export type UnrenewedSelectionRow = z.output<typeof unrenewedSelectionRow>

/** Returns benefits that continue at last year's price because a fact for the new price is missing. */
export const listUnrenewedSelections = endpoint('GET', 'v2/client/{id}/not-renewed-selections', {
  ...employerCall,
  reply: z.array(unrenewedSelectionRow),
})
