import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { benefitId, clientId, personId } from '../../contract/ids.ts'
import { pounds } from '../../contract/money.ts'
import { notFound } from '../../contract/not-found.ts'
import {
  confirmationRefusals,
  priceView,
  quoteReply,
  quoteRefusals,
  selectionView,
  setupValues,
} from './benefits.contract.ts'

const mine = { base: 'v1', access: 'user' } as const

/** A44. Returns the costs of a business partner's product, like a quote. Errors are refusals (BENEFIT-50, BENEFIT-57). */
export const askPartnerCosts = endpoint('POST', '/selections/costs', {
  ...mine,
  inView: 'allowed',
  body: z.strictObject({ benefitId, values: setupValues }),
  reply: quoteReply.omit({ price: true }).extend({ costs: priceView, error: z.null() }),
  refuses: [notFound, ...quoteRefusals],
})

/** A45. Chooses or changes a business partner's product at the costs shown, or opts out of it, for the caller (BENEFIT-51). */
export const savePartnerSelection = endpoint('POST', 'selections/client/{clientId}/employees/{employeeId}', {
  ...mine,
  inView: 'operator',
  params: z.object({ clientId, employeeId: personId }),
  body: z.strictObject({
    benefitId,
    values: setupValues.default({}),
    /** Costs that the person saw. If the price has changed, the call is refused with 409. */
    costs: z.object({ employee: z.object({ perPeriod: pounds }) }).optional(),
    status: z.literal('opted-out').optional(),
    version: z.number().int().optional(),
  }),
  reply: selectionView,
  refuses: confirmationRefusals,
  audit: 'selection.changed-with-partner',
})
