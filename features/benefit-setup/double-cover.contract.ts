import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { selectionId } from '../../contract/ids.ts'
import { employerCall } from '../../contract/employer-call.ts'

/** Omits the name of the employee's partner and the chosen cover, because the employer need not know them (S-53). */
const doubleCoverRow = z.object({
  selectionId,
  employeeName: z.string(),
  benefitName: z.string(),
  otherCover: z.string(),
})
export type DoubleCoverRow = z.output<typeof doubleCoverRow>

/** Returns employees whose partner may be covered twice, sorted by surname. */
export const listDoubleCover = endpoint('GET', 'v2/client/{id}/partners-covered-twice', {
  ...employerCall,
  reply: z.array(doubleCoverRow),
})
