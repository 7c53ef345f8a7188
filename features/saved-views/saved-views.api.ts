import { notFound } from '../../contract/not-found.ts'
import { refuse } from '../../contract/refusals.ts'
import { handle, type Handler } from '../../platform/handle.ts'
import { requireOwnClient } from '../../platform/require-own-client.ts'
import { lockPeople } from '../../services/people/profile.queries.ts'
import {
  deleteView,
  listViews,
  mostViewsPerScreen,
  renameView,
  saveView,
  tooManyViews,
  viewNameTaken,
} from './saved-views.contract.ts'
import { insertViews, isNameTaken, removeView, updateViewName, viewsOf } from './saved-views.queries.ts'

export const savedViewHandlers: Handler[] = [
  handle(listViews, (call) => {
    requireOwnClient(call)
    return viewsOf(call.tx, call.clientId, call.caller)
  }),

  handle(saveView, async (call) => {
    requireOwnClient(call)
    const { tx, clientId, body, caller } = call
    // Lock the person, so that parallel calls cannot exceed the limit.
    await lockPeople(tx, clientId, { people: [caller.personId] })
    const known = await viewsOf(tx, clientId, caller)
    if (known.filter(({ screen }) => screen === body.screen).length >= mostViewsPerScreen) throw refuse(tooManyViews)
    if (await isNameTaken(tx, clientId, { name: body.name, personId: caller.personId })) throw refuse(viewNameTaken)
    const view = { viewId: crypto.randomUUID(), ...body }
    await insertViews(tx, clientId, { views: [{ ...view, personId: caller.personId }] })
    call.audit({ view: view.viewId, screen: view.screen })
    return view
  }),

  handle(renameView, async (call) => {
    requireOwnClient(call)
    const { tx, clientId, params, body, caller } = call
    await lockPeople(tx, clientId, { people: [caller.personId] })
    const viewId = params.viewId.toLowerCase()
    const renamed = { viewId, ...body, personId: caller.personId }
    if (await isNameTaken(tx, clientId, renamed)) throw refuse(viewNameTaken)
    const view = await updateViewName(tx, clientId, renamed)
    if (!view) throw refuse(notFound)
    call.audit({ view: view.viewId })
    return view
  }),

  handle(deleteView, async (call) => {
    requireOwnClient(call)
    const { tx, clientId, params, caller } = call
    if (!(await removeView(tx, clientId, { ...params, personId: caller.personId }))) throw refuse(notFound)
    call.audit({ view: params.viewId })
    return { status: 'ok' as const }
  }),
]
