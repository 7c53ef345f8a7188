import { z } from 'zod'
import { employerCall } from '../../contract/employer-call.ts'
import { endpoint } from '../../contract/endpoint.ts'
import { notFound } from '../../contract/not-found.ts'
import { refusal } from '../../contract/refusals.ts'
import { savedViewMessages as say } from './saved-views.messages.ts'

const viewScreens = ['employee-data', 'approvals', 'take-up-people'] as const
export type ViewScreen = (typeof viewScreens)[number]

export const mostViewsPerScreen = 20
export const longestViewName = 60

export const viewNameTaken = refusal('view-name-taken', 409, say.nameTaken)
export const tooManyViews = refusal('too-many-views', 409, say.tooMany(mostViewsPerScreen))

const name = z
  .string({ error: say.nameRequired })
  .trim()
  .min(1, say.nameRequired)
  .max(longestViewName)
  .regex(/^[^\p{Cc}]*$/u, say.oneLine)

const newView = z.strictObject({
  screen: z.enum(viewScreens),
  name,
  /** Search, filters, sort order and hidden columns of the list, as the query of a URL. */
  query: z
    .string()
    .max(1000)
    .regex(/^[\w*.%+=&-]+$/),
})

export const savedView = newView.extend({ viewId: z.uuid() })
export type SavedView = z.output<typeof savedView>

const oneView = { ...employerCall, params: z.object({ id: z.uuid(), viewId: z.uuid() }) }

/** Returns the caller's saved views of all lists, by name. */
export const listViews = endpoint('GET', 'v2/client/{id}/saved-views', { ...employerCall, reply: z.array(savedView) })

/** Saves the current state of a list under a name. A caller sees only their own views. */
export const saveView = endpoint('POST', 'v2/client/{id}/saved-views', {
  inView: 'never',
  ...employerCall,
  body: newView,
  reply: savedView,
  status: 201,
  refuses: [viewNameTaken, tooManyViews],
  audit: 'saved-view.added',
})

/** Renames a saved view of the caller. */
export const renameView = endpoint('PATCH', 'v2/client/{id}/saved-views/{viewId}', {
  inView: 'never',
  ...oneView,
  body: z.strictObject({ name }),
  reply: savedView,
  refuses: [notFound, viewNameTaken],
  audit: 'saved-view.renamed',
})

/** Deletes a saved view of the caller. */
export const deleteView = endpoint('DELETE', 'v2/client/{id}/saved-views/{viewId}', {
  inView: 'never',
  ...oneView,
  reply: z.object({ status: z.literal('ok') }),
  refuses: [notFound],
  audit: 'saved-view.deleted',
})
