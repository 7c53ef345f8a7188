import { addDays } from '../../contract/dates.ts'
import { refuse } from '../../contract/refusals.ts'
import { type Handler, handle } from '../../platform/handle.ts'
import type { AppContext } from '../../platform/app-context.ts'
import {
  notInThisState,
  optOut,
  readSelection,
  readSelectionHistory,
  resetSelection,
  type SelectionView,
  withdrawSelection,
} from '../../domain/selections/benefits.contract.ts'
import { optOutRight, withinOptOutPeriod } from '../../services/recalculation/opt-out-right.server.ts'
import { current, requireAllowed, requireEmployed, requireVersion } from '../../services/benefits/choosing.server.ts'
import { holdPeople } from '../../services/people/profile.queries.ts'
import { handleForCaller } from '../../services/my-benefits/handle-mine.server.ts'
import { historyOf } from './history.server.ts'
import { forgetAnswers } from '../medical/medical-answers.queries.ts'
import { type VersionCall, appendIfUnchanged } from '../../services/benefits/append-version.server.ts'
import {
  type SelectionCall,
  benefitStatusAfter,
  benefitStatusOfSelection,
  benefitStatusWith,
  type StatusWithSelection,
} from '../../services/my-benefits/my-benefit.server.ts'
import { contentOf, nextVersion } from '../../services/recalculation/next-version.server.ts'
import { type SelectionMails, selectionMails, stepTaken } from '../benefit-mails/selection-mails.queries.ts'
import type { NewVersion, SelectionWithVersions } from '../../domain/selections/selection.rules.ts'
import { recalculateAllowances } from '../recalculation/recalculate-allowances.queries.ts'
import { allowanceFor } from '../../services/my-benefits/flex-allowances.rules.ts'
import { writePay } from '../../services/recalculation/selection-pay.queries.ts'
import { runsAfter, transitionOf } from '../../services/recalculation/selection-states.rules.ts'
import { versionsOf } from '../../services/my-benefits/selection-versions.queries.ts'
import { selectionView } from '../../services/benefits/selection-view.server.ts'
import { beginsAfterLeaving, shown } from '../../services/my-benefits/benefit-status.server.ts'
import type { SelectionAction } from '../../domain/selections/selection-steps.rules.ts'

/** Handlers that read, end and restore selections. Refuses stale requests with the current selection (S-72). */
export function selectionHandlers({ serverSecret }: Pick<AppContext, 'serverSecret'>): Handler[] {
  const mails = selectionMails(serverSecret)
  return [
    handleForCaller(readSelection, (scheme, { params }) => {
      const standing = benefitStatusWith(scheme, params.id)
      return selectionView(standing, standing.selection)
    }),

    handle(readSelectionHistory, async (call) => {
      const { benefit, selection } = await benefitStatusOfSelection(call)
      return historyOf(benefit.definition, await versionsOf(call.tx, call.clientId, { selectionId: selection.id }))
    }),

    handle(optOut, async (call) => leave({ ...call, mails }, await heldSelection(call), call.body.version)),

    handle(withdrawSelection, async (call) => {
      const standing = await heldSelection(call)
      requireEmployed(standing)
      requireVersion(standing, call.body.version)
      return answerMoved({ ...call, mails }, standing, stepOf(call, standing, 'withdraw'))
    }),

    handle(resetSelection, async (call) => {
      const standing = await heldSelection(call)
      requireEmployed(standing)
      const { selection } = standing
      const before = (await versionsOf(call.tx, call.clientId, { selectionId: selection.id })).findLast(
        (version) => version.state !== 'draft',
      )
      const step = transitionOf({ ...standing.position, before: before?.state ?? 'none' }, 'reset', 'employee')
      if (step.outcome === 'refused') throw refuse(notInThisState, { body: current(standing) })
      // Cover in force may have been repriced since the draft was begun.
      const shownAgain = selection.running ?? before ?? selection.newest
      const moved = await appendIfUnchanged(call, standing, {
        ...contentOf(shownAgain),
        reason: shownAgain.reason,
        state: step.to,
        action: 'reset',
        runs: runsAfter(step.effect),
        actorId: call.caller.personId,
      })
      await forgetIfSpent(call, moved)
      return shown(moved) ? selectionView(benefitStatusAfter(standing, moved), moved) : null
    }),
  ]
}

/** Locks the person before reading, as choosing does, so that checks and writes use current data. */
async function heldSelection(call: SelectionCall): Promise<StatusWithSelection> {
  await holdPeople(call.tx, call.clientId, { people: [call.caller.personId] })
  return benefitStatusOfSelection(call)
}

/** People get a mail about each step on their selections. */
type MovingWithMails = VersionCall & { mails: SelectionMails }

/** Opts out. Refuses if the person saw an older version than the current one. */
export async function leave(
  call: MovingWithMails,
  standing: StatusWithSelection,
  seen: number | undefined,
): Promise<SelectionView> {
  requireVersion(standing, seen)
  requireAllowed(standing, standing.actions['opt-out'])
  const right = optOutRight(standing)
  const { choice, peopleCovered } = standing.selection.running ?? standing.selection.newest
  if (right?.noticeFrom === null)
    return answerMoved(call, standing, {
      ...stepOf(call, standing, 'opt-out-within-month'),
      choice,
      peopleCovered,
      price: null,
      effectiveFrom: right.from,
      effectiveTo: null,
      reason: withinOptOutPeriod,
    })
  const next = {
    ...stepOf(call, standing, 'opt-out'),
    effectiveFrom: standing.effectiveFrom,
    // Cover that never begins has no last day.
    effectiveTo: beginsAfterLeaving(standing, standing.selection) ? null : addDays(standing.effectiveFrom, -1),
  }
  return answerMoved(call, standing, { ...next, choice, peopleCovered, price: null })
}

/** Returns the new version for a step without a new choice. */
function stepOf(
  { caller }: Pick<VersionCall, 'caller'>,
  standing: StatusWithSelection,
  action: SelectionAction,
): NewVersion {
  const step = transitionOf(standing.position, action, 'employee')
  if (step.outcome === 'refused') throw refuse(notInThisState, { body: current(standing) })
  return nextVersion({ selection: standing.selection, action, step, actorId: caller.personId })
}

async function answerMoved(
  call: MovingWithMails,
  standing: StatusWithSelection,
  next: NewVersion,
): Promise<SelectionView> {
  const moved = await appendIfUnchanged(call, standing, next)
  await forgetIfSpent(call, moved)
  await call.mails.tell(call.tx, call.clientId, [stepTaken(standing, moved)])
  if (next.runs === 'nothing' && standing.position.running) {
    const { tx, clientId, today } = call
    await writePay(tx, clientId, { selection: moved, today })
    const { personId, benefitId } = moved
    const from = next.effectiveFrom ?? today
    if (allowanceFor(standing.scheme.pots, benefitId))
      await recalculateAllowances(tx, clientId, { moved: [{ personId, benefitId, from }], today })
  }
  return selectionView(benefitStatusAfter(standing, moved), moved)
}

/** Deletes answers to medical questions as soon as the provider no longer needs them. */
async function forgetIfSpent(
  { tx, clientId }: VersionCall,
  { personId, benefitId, state }: SelectionWithVersions,
): Promise<void> {
  if (state !== 'pended') await forgetAnswers(tx, clientId, { personId, benefitId })
}
