import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { selectionId } from '../../contract/ids.ts'
import { employerCall } from '../../contract/employer-call.ts'

/** Omits the spouse's or partner's name and the chosen cover, which the employer need not know (S-53). */
const doubleCoverRow = z.object({
  selectionId,
  employeeName: z.string(),
  benefitName: z.string(),
  otherCover: z.string(),
})
export type DoubleCoverRow = z.output<typeof doubleCoverRow>

/** Returns employees whose spouse or partner may be covered twice, sorted by surname. */
export const listDoubleCover = endpoint('GET', 'v2/client/{id}/partners-covered-twice', {
  ...employerCall,
  reply: z.array(doubleCoverRow),
})
