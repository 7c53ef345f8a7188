import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { benefitId, selectionId } from '../../contract/ids.ts'
import { pounds } from '../../contract/money.ts'
import { notFound } from '../../contract/not-found.ts'
import { refusal } from '../../contract/refusals.ts'
import { approveMessages } from './approvals.messages.ts'

const employer = { base: 'api', access: 'employer' } as const

/** DATA-26: how much waits, benefit by benefit. Every benefit that needs approval is listed, also with nothing waiting. */
export const readApprovalOverview = endpoint('GET', 'v2/scheme/selections/pending/', {
  ...employer,
  reply: z.object({
    count: z.number().int(),
    summary: z.array(z.object({ benefitId, benefitName: z.string(), count: z.number().int() })),
  }),
})

export const pendingSelection = z.object({
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

export const nothingSelected = refusal('nothing-selected', 422, approveMessages.nothing)
export const noLongerPending = refusal('no-longer-pending', 409, approveMessages.noLongerPending)
export const leftMeanwhile = refusal('left-meanwhile', 409, approveMessages.leftMeanwhile)
/** Names the selections (`changed`) that would cover somebody who is in the family no more: the employee has to choose again. */
export const familyChanged = refusal('family-changed', 409, approveMessages.familyChanged)
/**
 * Names the selections (`changed`), and of each what pay would be and the least it may be, in pounds a year, and `from` when
 * where that is later than it would count (`figures`).
 */
export const belowWage = refusal('below-minimum-wage', 409, approveMessages.belowWage)
/** Names the selections (`changed`), and of each the last day of employment and the day on which it would start (`lastDays`). */
export const startsAfterLeaving = refusal('starts-after-leaving', 409, approveMessages.startsAfterLeaving)
export const ownSelection = refusal('own-selection', 403, approveMessages.ownSelection)

/** All or nothing: one row that is no longer pending refuses the whole list and names the rows (S-71). */
export const decidePendingSelections = endpoint('PATCH', 'v2/scheme/selections/status/', {
  inView: 'operator',
  ...employer,
  body: z.strictObject({
    selectionIds: z.array(selectionId).max(500),
    /** True approves, false rejects. */
    approval: z.boolean(),
    /**
     * The version seen of each selection: one that changed since, or is missing here, is refused, so that nobody approves
     * what they have not read (S-72). Our screen always sends it. It may be left out as a whole, because specification 7
     * gives this body as `selectionIds` and `approval` alone; then whatever waits by now is decided.
     */
    versions: z.record(selectionId, z.number().int()).optional(),
    reason: z.string().trim().max(500).optional(),
  }),
  reply: z.object({ status: z.literal('ok'), decided: z.number().int() }),
  refuses: [
    notFound,
    nothingSelected,
    noLongerPending,
    leftMeanwhile,
    startsAfterLeaving,
    familyChanged,
    belowWage,
    ownSelection,
  ],
  audit: 'selections.decided',
})
