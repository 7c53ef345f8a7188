import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { benefitId, selectionId } from '../../contract/ids.ts'
import { pounds } from '../../contract/money.ts'

const employer = { base: 'api', access: 'employer' } as const

/** DATA-26. Returns the number of pending selections for each benefit that needs approval, including benefits with none. */
export const readApprovalOverview = endpoint('GET', 'v2/scheme/selections/pending/', {
  ...employer,
  reply: z.object({
    count: z.number().int(),
    summary: z.array(z.object({ benefitId, benefitName: z.string(), count: z.number().int() })),
  }),
})

export const pendingSelection = z.object({
  selectionId,
  version: z.number().int(),
  employeeName: z.string(),
  /** True for the caller's own selection, which another administrator must decide (D-14). */
  own: z.boolean(),
  /** Value of an order in pounds, otherwise 0. The list is sorted by it (APPROVE-09). */
  orderValue: pounds,
  /** Label and value for each column of the list. */
  fields: z.record(z.string(), z.string()),
})
export type PendingSelection = z.output<typeof pendingSelection>

/** Returns the selections of one benefit (`id`) that await the employer's decision. */
export const listPendingSelections = endpoint('GET', 'v2/scheme/selections/{id}/pending/', {
  ...employer,
  params: z.object({ id: benefitId }),
  reply: z.array(pendingSelection),
})

/** Returns the number of the client's selections by status. */
export const countSelectionsByStatus = endpoint('GET', 'v2/scheme/selections/status/', {
  ...employer,
  reply: z.record(z.string(), z.number().int()),
})
