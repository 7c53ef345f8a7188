import { refuse } from '../../contract/refusals.ts'
import type { IsoDate } from '../../contract/dates.ts'
import { type Call, type Handler, handle } from '../../platform/handle.ts'
import {
  changedMeanwhile,
  changeSelection,
  createSelection,
  notInThisState,
  optOut,
  readSelection,
  readSelectionHistory,
  resetSelection,
  type SelectionView,
  withdrawSelection,
} from './benefits.contract.ts'
import {
  confirmedVersion,
  current,
  draftVersion,
  requireAllowed,
  requireChoice,
  requireDraft,
  requirePrice,
  requireSamePrice,
  requireTerms,
} from './choosing.server.ts'
import { historyOf } from './history.server.ts'
import {
  type SelectionCall,
  standingAfter,
  standingIn,
  standingOfSelection,
  type StandingWithSelection,
} from './my-benefit.server.ts'
import { nextVersion, runsAfter } from './next-version.server.ts'
import { writePay } from './selection-pay.queries.ts'
import { type SelectionAction, type SelectionPosition, takeStep } from './selection-states.rules.ts'
import { selectionView } from './selection-view.server.ts'
import {
  appendVersion,
  insertSelection,
  type NewVersion,
  type SelectionWithVersions,
  selectionById,
  versionsOf,
} from './selections.queries.ts'
import { shown, type Standing } from './standing.server.ts'

/** Choosing, changing and ending selections. Every step appends a version; a stale one is refused with what stands (S-72). */
export const selectionHandlers: Handler[] = [
  handle(createSelection, async (call) => {
    const standing = await standingIn(call)
    // POST begins a selection, for the first time or anew (BENEFIT-24); what goes on is changed by PATCH.
    if (standing.selection && !isOver(standing.selection)) throw refuse(notInThisState, { body: current(standing) })
    call.answer.status(201)
    return choose(call, standing)
  }),

  handle(changeSelection, async (call) => {
    const standing = await standingIn(call)
    if (!standing.selection || isOver(standing.selection)) throw refuse(notInThisState, { body: current(standing) })
    return choose(call, standing)
  }),

  handle(readSelection, async (call) => {
    const standing = await standingOfSelection(call)
    return selectionView(standing, standing.selection)
  }),

  handle(readSelectionHistory, async (call) => {
    const { benefit, selection } = await standingOfSelection(call)
    return historyOf(benefit.definition, await versionsOf(call.tx, call.clientId, { selectionId: selection.id }))
  }),

  handle(optOut, async (call) => {
    const standing = await standingOfSelection(call)
    requireVersion(standing, call.body.version)
    requireAllowed(standing, standing.actions['opt-out'])
    const next = {
      ...stepOf(call, standing, 'opt-out'),
      effectiveFrom: standing.effectiveFrom,
      effectiveTo: dayBefore(standing.effectiveFrom),
    }
    const { choice, peopleCovered } = standing.selection.running ?? standing.selection.newest
    return answerMoved(call, standing, { ...next, choice, peopleCovered, price: null })
  }),

  handle(withdrawSelection, async (call) => {
    const standing = await standingOfSelection(call)
    requireVersion(standing, call.body.version)
    return answerMoved(call, standing, stepOf(call, standing, 'withdraw'))
  }),

  handle(resetSelection, async (call) => {
    const standing = await standingOfSelection(call)
    const { selection } = standing
    const before = (await versionsOf(call.tx, call.clientId, { selectionId: selection.id })).findLast(
      (version) => version.state !== 'draft',
    )
    const step = takeStep({ ...standing.position, before: before?.state ?? 'none' }, 'reset', 'employee')
    if (step.outcome === 'refused') throw refuse(notInThisState, { body: current(standing) })
    const { choice, peopleCovered, price, effectiveFrom, effectiveTo, reason } = before ?? selection.newest
    const moved = await append(call, standing, {
      choice,
      peopleCovered,
      price,
      effectiveFrom,
      effectiveTo,
      reason,
      state: step.to,
      action: 'reset',
      runs: runsAfter(step.effect),
      actorId: call.caller.personId,
    })
    return shown(moved) ? selectionView(standingAfter(standing, moved), moved) : null
  }),
]

type ChoosingCall = Pick<
  Call<typeof createSelection>,
  'tx' | 'clientId' | 'caller' | 'today' | 'params' | 'body' | 'audit'
>

/** Makes a choice, or keeps an unfinished one. Price, limits, terms and window are all asked again here (S-74). */
async function choose(call: ChoosingCall, standing: Standing): Promise<SelectionView> {
  const { body, caller } = call
  requireVersion(standing, body.version)
  requireAllowed(
    standing,
    standing.position.running || standing.position.state === 'pending'
      ? standing.actions['change-cover']
      : standing.actions.setup,
  )
  if (body.draft)
    return save(
      call,
      standing,
      draftVersion(standing, { choice: requireDraft(standing, body.values), actorId: caller.personId }),
    )

  const choice = requireChoice(standing, body.values)
  const price = requirePrice(standing, choice)
  requireTerms(standing)
  requireSamePrice(standing, price, body.expectedPerPeriod)
  return save(call, standing, confirmedVersion(standing, { choice, price, actorId: caller.personId }))
}

async function save(call: ChoosingCall, standing: Standing, next: NewVersion): Promise<SelectionView> {
  const { tx, clientId, caller, today } = call
  const known = standing.scheme.selections.get(standing.benefit.id)
  const moved = known
    ? await append(call, standing, next, known)
    : await insertSelection(tx, clientId, {
        personId: caller.personId,
        schemeYearId: standing.scheme.year.id,
        benefitId: standing.benefit.id,
        first: next,
      })
  if (!moved) throw await conflict(call, standing)
  if (next.runs === 'this') await writePay(tx, clientId, { selection: moved, today })
  call.audit({ selectionId: moved.id, benefitId: standing.benefit.id, version: moved.version, state: moved.state })
  return selectionView(standingAfter(standing, moved), moved)
}

type MovingCall = Pick<SelectionCall, 'tx' | 'clientId' | 'caller' | 'today'> & Pick<ChoosingCall, 'audit'>

/** The version of a step that chooses nothing new. */
function stepOf(
  { caller }: Pick<MovingCall, 'caller'>,
  standing: StandingWithSelection,
  action: SelectionAction,
): NewVersion {
  const step = takeStep(standing.position, action, 'employee')
  if (step.outcome === 'refused') throw refuse(notInThisState, { body: current(standing) })
  return nextVersion({ selection: standing.selection, action, step, actorId: caller.personId })
}

async function answerMoved(
  call: MovingCall,
  standing: StandingWithSelection,
  next: NewVersion,
): Promise<SelectionView> {
  const moved = await append(call, standing, next)
  if (next.runs === 'nothing' && standing.position.running)
    await writePay(call.tx, call.clientId, { selection: moved, today: call.today })
  return selectionView(standingAfter(standing, moved), moved)
}

async function append(
  call: MovingCall,
  standing: Standing,
  next: NewVersion,
  selection = standing.selection,
): Promise<SelectionWithVersions> {
  const moved = selection && (await appendVersion(call.tx, call.clientId, { selection, next }))
  if (!moved) throw await conflict(call, standing)
  call.audit({ selectionId: moved.id, benefitId: standing.benefit.id, version: moved.version, state: moved.state })
  return moved
}

/** Somebody was faster: another tab, or an employer. Answers with what stands by now. */
async function conflict({ tx, clientId, caller }: MovingCall, standing: Standing) {
  const known = standing.scheme.selections.get(standing.benefit.id)
  const now = known && (await selectionById(tx, clientId, { selectionId: known.id, personId: caller.personId }))
  return refuse(changedMeanwhile, { body: current(now ? standingAfter(standing, now) : standing) })
}

/** The version the person saw must be the one that stands. */
function requireVersion(standing: Standing, seen: number | undefined): void {
  if (seen !== undefined && seen !== standing.selection?.version)
    throw refuse(changedMeanwhile, { body: current(standing) })
}

/** Nothing goes on: choosing again begins anew (BENEFIT-23). */
function isOver({ state }: Pick<SelectionPosition, 'state'>): boolean {
  return state === 'rejected' || state === 'opted-out' || state === 'withdrawn' || state === 'ended'
}

function dayBefore(date: IsoDate): IsoDate {
  // The first ten characters of an ISO moment are an IsoDate.
  return new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10) as IsoDate
}
