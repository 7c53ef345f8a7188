import { z } from 'zod'
import { endpoint } from '../../../contract/endpoint.ts'
import { selectionId } from '../../../contract/ids.ts'
import { ofOwnClient } from '../../../contract/own-client.ts'

/** Neither the partner's name nor the kind of cover chosen: the employer needs to know only that there may be two (S-53). */
const doubleCoverRow = z.object({
  selectionId,
  employeeName: z.string(),
  benefitName: z.string(),
  /** A sentence about the partner's other cover. */
  otherCover: z.string(),
})
export type DoubleCoverRow = z.output<typeof doubleCoverRow>

/** Lists employees whose partner is covered twice, by surname. */
export const listDoubleCover = endpoint('GET', 'v2/client/{id}/partners-covered-twice', {
  ...ofOwnClient,
  reply: z.array(doubleCoverRow),
})
