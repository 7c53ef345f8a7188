import { z } from 'zod'
import { endpoint } from '../../contract/endpoint.ts'
import { selectionId } from '../../contract/ids.ts'
import { notFound } from '../../contract/not-found.ts'
import { refusal } from '../../contract/refusals.ts'
import { decisionMessages } from './decision.messages.ts'

/** Maximum number of selections per decision, because one transaction locks all of them. */
export const mostAtOnce = 500

export const nothingSelected = refusal('nothing-selected', 422, decisionMessages.nothing)
export const noLongerPending = refusal('no-longer-pending', 409, decisionMessages.noLongerPending)
export const hasLeftSince = refusal('left-meanwhile', 409, decisionMessages.leftMeanwhile)
/** `changed` lists the selections that would cover a former family member. The employee has to choose again. */
export const familyChanged = refusal('family-changed', 409, decisionMessages.familyChanged)
/** `changed` lists the selections. `figures` has pay and minimum wage in pounds a year, and `from` if pay is too low only later. */
export const belowMinimumWageRefusal = refusal('below-minimum-wage', 409, decisionMessages.belowWage)
/** `changed` lists the selections. `lastDays` has the last day of employment and the first day of cover for each. */
export const startsAfterLeaving = refusal('starts-after-leaving', 409, decisionMessages.startsAfterLeaving)
export const ownSelection = refusal('own-selection', 403, decisionMessages.ownSelection)

/** Approves or declines selections, all or none. Refuses if any is no longer pending, and names those (S-71). */
export const decidePendingSelections = endpoint('PATCH', 'v2/scheme/selections/status/', {
  inView: 'operator',
  base: 'api',
  access: 'employer',
  body: z.strictObject({
    selectionIds: z.array(selectionId).max(mostAtOnce, decisionMessages.tooMany(mostAtOnce)),
    approval: z.boolean(),
    /** Version of each selection as shown; outdated ones are refused (S-72). By default, the current versions. */
    versions: z.record(selectionId, z.number().int()).optional(),
    reason: z.string().trim().max(500).optional(),
  }),
  reply: z.object({ status: z.literal('ok'), decided: z.number().int() }),
  refuses: [
    notFound,
    nothingSelected,
    noLongerPending,
    hasLeftSince,
    startsAfterLeaving,
    familyChanged,
    belowMinimumWageRefusal,
    ownSelection,
  ],
  audit: 'selections.decided',
})
