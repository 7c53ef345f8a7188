import { z } from 'zod'
import { endpoint } from '../../../contract/endpoint.ts'
import { benefitId, clientId, personId } from '../../../contract/ids.ts'
import { pounds } from '../../../contract/money.ts'
import { notFound } from '../../../contract/not-found.ts'
import { confirming, priceView, quoteReply, quoting, selectionView, setupValues } from '../benefits.contract.ts'

const mine = { base: 'v1', access: 'user' } as const

/** A44: what a partner's product costs, as a quote says it; `error` is a refusal's (BENEFIT-50, BENEFIT-57). Saves nothing. */
export const askPartnerCosts = endpoint('POST', '/selections/costs', {
  ...mine,
  inView: 'allowed',
  body: z.strictObject({ benefitId, values: setupValues }),
  reply: quoteReply.omit({ price: true }).extend({ costs: priceView, error: z.null() }),
  refuses: [notFound, ...quoting],
})

/** A45: chooses or changes a partner's product for oneself at the costs that were shown, or leaves it (BENEFIT-51). */
export const savePartnerSelection = endpoint('POST', 'selections/client/{clientId}/employees/{employeeId}', {
  ...mine,
  inView: 'operator',
  params: z.object({ clientId, employeeId: personId }),
  body: z.strictObject({
    benefitId,
    values: setupValues.default({}),
    /** The costs that the person saw; a price that moved since is refused with 409. */
    costs: z.object({ employee: z.object({ perPeriod: pounds }) }).optional(),
    status: z.literal('opted-out').optional(),
    /** The version the person saw; left out when there was none. */
    version: z.number().int().optional(),
  }),
  reply: selectionView,
  refuses: confirming,
  audit: 'selection.changed-with-partner',
})
