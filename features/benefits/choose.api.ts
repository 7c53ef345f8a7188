import { refuse } from '../../contract/refusals.ts'
import type { Call, Handler } from '../../platform/handle.ts'
import { changeSelection, createSelection, notInThisState, type SelectionView } from './benefits.contract.ts'
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
  requireVersion,
} from './choosing.server.ts'
import { requireMinimumWage } from './minimum-wage-guard.server.ts'
import { conflict, moveOn } from './move-on.server.ts'
import { standingAfter, standingIn } from './my-benefit.server.ts'
import { handleAskingPartners, type PartnersEngine, type Wanted } from './partners/asking-partners.server.ts'
import { storedPrice } from './price-view.server.ts'
import type { CostsAtHand } from './pricing/cost-engine.ts'
import { followFacts, laterNews } from './following/follow.queries.ts'
import { followPots } from './following/follow-pots.queries.ts'
import { potFor } from './pots.rules.ts'
import type { NewVersion, SelectionWithVersions } from './selection.rules.ts'
import { holdPeople } from '../profile/profile.queries.ts'
import { writePay } from './selection-pay.queries.ts'
import type { SelectionPosition } from './selection-states.rules.ts'
import { selectionView } from './selection-view.server.ts'
import { insertSelection, selectionById } from './selections.queries.ts'
import type { Standing } from './standing.server.ts'

/** Choosing a benefit, changing what was chosen, and keeping what is not finished (BENEFIT-22). */
export const chooseHandlers = (engine: PartnersEngine): Handler[] => [
  handleAskingPartners(createSelection, { engine, wanted: chosenIn }, async (call, partner) => {
    const standing = await heldStanding(call)
    // POST begins a selection, for the first time or anew (BENEFIT-24); what goes on is changed by PATCH.
    if (standing.selection && !isOver(standing.selection)) throw refuse(notInThisState, { body: current(standing) })
    return choose(call, standing, partner)
  }),

  handleAskingPartners(changeSelection, { engine, wanted: chosenIn }, async (call, partner) => {
    const standing = await heldStanding(call)
    if (!standing.selection || isOver(standing.selection)) throw refuse(notInThisState, { body: current(standing) })
    return choose(call, standing, partner)
  }),
]

/** A draft needs no price of a partner yet. */
function chosenIn({ params, body }: Pick<ChoosingCall, 'params' | 'body'>): Wanted | null {
  return body.draft ? null : { benefitId: params.id, values: body.values }
}

type ChoosingCall = Pick<
  Call<typeof createSelection>,
  'tx' | 'clientId' | 'caller' | 'today' | 'params' | 'body' | 'audit'
>

/** One choice of a person after the other: each is held against what the one before it takes of their pay. */
export async function heldStanding(call: ChoosingCall): Promise<Standing> {
  await holdPeople(call.tx, call.clientId, { people: [call.caller.personId] })
  return standingIn(call)
}

/** Makes a choice, or keeps an unfinished one. Price, limits, terms and window are all asked again here (S-74). */
export async function choose(call: ChoosingCall, standing: Standing, partner?: CostsAtHand): Promise<SelectionView> {
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
      draftVersion(standing, { choice: requireDraft(standing, body.values), actorId: caller.personId, partner }),
    )

  const choice = requireChoice(standing, body.values)
  const price = requirePrice(standing, choice, partner)
  requireMinimumWage(standing, storedPrice(price, standing.facts.payPeriods))
  requireTerms(standing)
  requireSamePrice(standing, price, body.expectedPerPeriod)
  return save(call, standing, confirmedVersion(standing, { choice, price, actorId: caller.personId }))
}

async function save(call: ChoosingCall, standing: Standing, next: NewVersion): Promise<SelectionView> {
  const { tx, clientId, caller, today } = call
  const known = standing.scheme.selections.get(standing.benefit.id)
  const moved = known
    ? await moveOn(call, standing, next, known)
    : await insertSelection(tx, clientId, {
        personId: caller.personId,
        schemeYearId: standing.scheme.year.id,
        benefitId: standing.benefit.id,
        first: next,
      })
  if (!moved) throw await conflict(call, standing)
  if (next.runs === 'this') await writePay(tx, clientId, { selection: moved, today })
  call.audit({ selectionId: moved.id, benefitId: standing.benefit.id, version: moved.version, state: moved.state })
  const stands = next.runs === 'this' ? await afterLaterNews(call, standing, moved) : moved
  return selectionView(standingAfter(standing, stands), stands)
}

/** What is known to change later, such as a rise or the last day, is followed at once; so is what shares a pot with it. */
async function afterLaterNews(
  { tx, clientId, today }: ChoosingCall,
  { scheme, effectiveFrom }: Standing,
  moved: SelectionWithVersions,
): Promise<SelectionWithVersions> {
  const { id: selectionId, personId, benefitId } = moved
  const since = laterNews(scheme.facts, effectiveFrom)
  const sharesPot = potFor(scheme.pots, benefitId) !== undefined
  if (since === undefined && !sharesPot) return moved
  if (since !== undefined) await followFacts(tx, clientId, { changed: new Map([[personId, since]]), today })
  if (sharesPot) await followPots(tx, clientId, { moved: [{ personId, benefitId, from: effectiveFrom }], today })
  return (await selectionById(tx, clientId, { selectionId, personId })) ?? moved
}

/** Nothing goes on: choosing again begins anew (BENEFIT-23). */
function isOver({ state }: Pick<SelectionPosition, 'state'>): boolean {
  return state === 'rejected' || state === 'opted-out' || state === 'withdrawn' || state === 'ended'
}
