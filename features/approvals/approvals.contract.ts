import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { benefitId, selectionId } from '../../contract/ids.ts'
import { pounds } from '../../contract/money.ts'

const employer = { base: 'api', access: 'employer' } as const

/** DATA-26: how much waits, benefit by benefit. Every benefit that needs approval is listed, also with nothing waiting. */
export const readApprovalOverview = endpoint('GET', 'v2/scheme/selections/pending/', {
  ...employer,
  reply: z.object({
    count: z.number().int(),
    summary: z.array(z.object({ benefitId, benefitName: z.string(), count: z.number().int() })),
  }),
})

const pendingSelection = z.object({
  selectionId,
  /** What is decided about: send it with the decision. */
  version: z.number().int(),
  employeeName: z.string(),
  /** The caller's own: another administrator decides about it (D-14). */
  own: z.boolean(),
  /** Value of the order in pounds, 0 where there is none; the list is sorted by it and does not show it (APPROVE-09). */
  orderValue: pounds,
  /** Label to value, as the panel shows them in columns. */
  fields: z.record(z.string(), z.string()),
})
export type PendingSelection = z.output<typeof pendingSelection>

export const listPendingSelections = endpoint('GET', 'v2/scheme/selections/{id}/pending/', {
  ...employer,
  params: z.object({ id: benefitId }),
  reply: z.array(pendingSelection),
})

export const countSelectionsByStatus = endpoint('GET', 'v2/scheme/selections/status/', {
  ...employer,
  reply: z.record(z.string(), z.number().int()),
})
