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
import {
  currentSelectionBody,
  requireAllowed,
  requireEmployed,
  requireVersion,
} from '../../services/benefits/choosing.server.ts'
import { lockPeople } from '../../services/people/profile.queries.ts'
import { handleForCaller } from '../../services/my-benefits/handle-for-caller.server.ts'
import { historyOf } from './selection-history.server.ts'
import { deleteMedicalAnswers } from '../medical/medical-answers.queries.ts'
import { type VersionCall, appendIfUnchanged } from '../../services/benefits/append-version.server.ts'
import {
  type SelectionCall,
  benefitStatusAfterChange,
  readSelectionStatus,
  selectionStatusById,
  type StatusWithSelection,
} from '../../services/my-benefits/my-benefit.server.ts'
import { copiedFields, nextVersion } from '../../services/recalculation/next-version.server.ts'
import { type SelectionMails, selectionMails, selectionStep } from '../benefit-mails/selection-mails.queries.ts'
import type { NewVersion, SelectionWithVersions } from '../../domain/selections/selection.rules.ts'
import { recalculateAllowances } from '../recalculation/recalculate-allowances.queries.ts'
import { allowanceFor } from '../../services/my-benefits/flex-allowances.rules.ts'
import { writeDeductions } from '../../services/recalculation/selection-pay.queries.ts'
import { inForceAfter, transitionOf } from '../../services/recalculation/selection-states.rules.ts'
import { selectionVersionsOf } from '../../services/my-benefits/selection-versions.queries.ts'
import { selectionView } from '../../services/benefits/selection-view.server.ts'
import { cancelledFirstDay, visibleSelection } from '../../services/my-benefits/benefit-status.server.ts'
import type { SelectionAction } from '../../domain/selections/selection-steps.rules.ts'

export function selectionHandlers({ serverSecret }: Pick<AppContext, 'serverSecret'>): Handler[] {
  const mails = selectionMails(serverSecret)
  return [
    handleForCaller(readSelection, (scheme, { params }) => {
      const benefitStatus = selectionStatusById(scheme, params.id)
      return selectionView(benefitStatus, benefitStatus.selection)
    }),

    handle(readSelectionHistory, async (call) => {
      const { benefit, selection } = await readSelectionStatus(call)
      return historyOf(
        benefit.definition,
        await selectionVersionsOf(call.tx, call.clientId, { selectionId: selection.id }),
      )
    }),

    handle(optOut, async (call) => leaveBenefit({ ...call, mails }, await heldSelection(call), call.body.version)),

    handle(withdrawSelection, async (call) => {
      const benefitStatus = await heldSelection(call)
      requireEmployed(benefitStatus)
      requireVersion(benefitStatus, call.body.version)
      return transitionReply({ ...call, mails }, benefitStatus, stepOf(call, benefitStatus, 'withdraw'))
    }),

    handle(resetSelection, async (call) => {
      const benefitStatus = await heldSelection(call)
      requireEmployed(benefitStatus)
      const { selection } = benefitStatus
      const before = (await selectionVersionsOf(call.tx, call.clientId, { selectionId: selection.id })).findLast(
        (version) => version.state !== 'draft',
      )
      const step = transitionOf({ ...benefitStatus.position, before: before?.state ?? 'none' }, 'reset', 'employee')
      if (step.outcome === 'refused') throw refuse(notInThisState, { body: currentSelectionBody(benefitStatus) })
      // Copy the cover in force, because it may have been repriced since the draft was begun.
      const shownAgain = selection.running ?? before ?? selection.newest
      const moved = await appendIfUnchanged(call, benefitStatus, {
        ...copiedFields(shownAgain),
        reason: shownAgain.reason,
        state: step.to,
        action: 'reset',
        runs: inForceAfter(step.effect),
        actorId: call.caller.personId,
      })
      await deleteSpentAnswers(call, moved)
      return visibleSelection(moved) ? selectionView(benefitStatusAfterChange(benefitStatus, moved), moved) : null
    }),
  ]
}

/** Locks the person before reading, as choosing does, so that checks and writes use current data. */
async function heldSelection(call: SelectionCall): Promise<StatusWithSelection> {
  await lockPeople(call.tx, call.clientId, { people: [call.caller.personId] })
  return readSelectionStatus(call)
}

type TransitionWithMails = VersionCall & { mails: SelectionMails }

/** Refuses if the version that the person saw (`seen`) is outdated. */
export async function leaveBenefit(
  call: TransitionWithMails,
  benefitStatus: StatusWithSelection,
  seen: number | undefined,
): Promise<SelectionView> {
  requireVersion(benefitStatus, seen)
  requireAllowed(benefitStatus, benefitStatus.actions['opt-out'])
  const right = optOutRight(benefitStatus)
  const { choice, peopleCovered } = benefitStatus.selection.running ?? benefitStatus.selection.newest
  if (right?.noticeFrom === null)
    return transitionReply(call, benefitStatus, {
      ...stepOf(call, benefitStatus, 'opt-out-within-month'),
      choice,
      peopleCovered,
      price: null,
      effectiveFrom: right.from,
      effectiveTo: null,
      reason: withinOptOutPeriod,
    })
  const next = {
    ...stepOf(call, benefitStatus, 'opt-out'),
    effectiveFrom: benefitStatus.effectiveFrom,
    // Cover that never begins has no last day.
    effectiveTo: cancelledFirstDay(benefitStatus, benefitStatus.selection)
      ? null
      : addDays(benefitStatus.effectiveFrom, -1),
  }
  return transitionReply(call, benefitStatus, { ...next, choice, peopleCovered, price: null })
}

function stepOf(
  { caller }: Pick<VersionCall, 'caller'>,
  benefitStatus: StatusWithSelection,
  action: SelectionAction,
): NewVersion {
  const step = transitionOf(benefitStatus.position, action, 'employee')
  if (step.outcome === 'refused') throw refuse(notInThisState, { body: currentSelectionBody(benefitStatus) })
  return nextVersion({ selection: benefitStatus.selection, action, step, actorId: caller.personId })
}

async function transitionReply(
  call: TransitionWithMails,
  benefitStatus: StatusWithSelection,
  next: NewVersion,
): Promise<SelectionView> {
  const moved = await appendIfUnchanged(call, benefitStatus, next)
  await deleteSpentAnswers(call, moved)
  await call.mails.tell(call.tx, call.clientId, [selectionStep(benefitStatus, moved)])
  if (next.runs === 'nothing' && benefitStatus.position.running) {
    const { tx, clientId, today } = call
    await writeDeductions(tx, clientId, { selection: moved, today })
    const { personId, benefitId } = moved
    const from = next.effectiveFrom ?? today
    if (allowanceFor(benefitStatus.scheme.pots, benefitId))
      await recalculateAllowances(tx, clientId, { moved: [{ personId, benefitId, from }], today })
  }
  return selectionView(benefitStatusAfterChange(benefitStatus, moved), moved)
}

async function deleteSpentAnswers(
  { tx, clientId }: VersionCall,
  { personId, benefitId, state }: SelectionWithVersions,
): Promise<void> {
  if (state !== 'pended') await deleteMedicalAnswers(tx, clientId, { personId, benefitId })
}
