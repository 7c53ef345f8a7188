import { useState, type ReactNode } from 'react'
import { CallFailed, failureText } from '../../contract/call-failed.ts'
import { isResponseLost } from '../../contract/lost-response.ts'
import { showDate } from '../../contract/dates.ts'
import { buttonMessages } from '../../contract/messages.ts'
import { showPounds } from '../../contract/money.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { LostResponse } from '../../ui/LostResponse.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { notify } from '../../ui/use-notices.ts'
import { type PendingSelection } from './approvals.contract.ts'
import {
  belowMinimumWageRefusal,
  familyChanged,
  hasLeftSince,
  noLongerPending,
  ownSelection,
  startsAfterLeaving,
} from './decision.contract.ts'
import { approveMessages } from './approvals.messages.ts'
import { decisionMessages } from './decision.messages.ts'
import styles from './Approvals.module.css'
import { changedSelections, lastDaysIn, wageFiguresIn } from './decision-refusals.rules.ts'
import { useDecide } from './use-decide.ts'

type NamedSelection = PendingSelection & { benefitName?: string }

type DecisionDialogProps = {
  approval: boolean
  about: readonly NamedSelection[]
  onClose: (decided: boolean) => void
}

export function DecisionDialog({ approval, about, onClose }: DecisionDialogProps) {
  const [reason, setReason] = useState('')
  const { decide, check } = useDecide()
  if (about.length === 0) {
    return (
      <ConfirmDialog
        title={decisionMessages.nothing}
        cancelLabel={buttonMessages.close}
        onClose={() => onClose(false)}
      />
    )
  }

  const act = async () => {
    const { decided } = await decide.mutateAsync({ about, approval, reason })
    const names = namesOf(about)
    notify(approval ? decisionMessages.approved(decided, names) : decisionMessages.rejected(decided, names))
  }

  return (
    <ConfirmDialog
      title={approval ? decisionMessages.askApprove : decisionMessages.askReject}
      confirm={{
        label: approval ? approveMessages.approve : approveMessages.reject,
        busyLabel: decisionMessages.processing,
        kind: approval ? 'primary' : 'danger',
        act,
        failure: (failure, finish) =>
          reasonFor(failure, {
            about,
            check: () => check(about),
            onSaved: () => {
              notify(decisionMessages.decided(namesOf(about)))
              finish()
            },
          }),
      }}
      cancelLabel={buttonMessages.cancel}
      onClose={onClose}
    >
      <p className={styles.about}>
        {decisionMessages.chosenNames} <strong>{namesOf(about)}</strong>
      </p>
      <TextArea
        label={decisionMessages.reason}
        hint={decisionMessages.reasonHint}
        required={false}
        rows={2}
        maxLength={500}
        value={reason}
        onChange={setReason}
      />
    </ConfirmDialog>
  )
}

const NAMED = 5

function nameOf({ employeeName, benefitName }: NamedSelection): string {
  return benefitName === undefined ? employeeName : decisionMessages.choiceOf(employeeName, benefitName)
}

function namesOf(selections: readonly NamedSelection[]): string {
  const names = selections.slice(0, NAMED).map(nameOf)
  const rest = selections.length - names.length
  return rest > 0 ? `${names.join(', ')} ${decisionMessages.andMore(rest)}` : names.join(', ')
}

type AfterLost = { about: readonly NamedSelection[]; check: () => Promise<boolean>; onSaved: () => void }

function reasonFor(failure: unknown, { about, ...afterLost }: AfterLost): ReactNode {
  if (isResponseLost(failure)) return <LostResponse {...decisionMessages.unanswered} {...afterLost} />
  if (!(failure instanceof CallFailed)) return failureText(failure)
  if (failure.code === ownSelection.code) return ownSelection.message
  const refused = [noLongerPending, hasLeftSince, startsAfterLeaving, familyChanged, belowMinimumWageRefusal].find(
    ({ code }) => code === failure.code,
  )
  if (!refused) return failureText(failure)
  const namesThem = refused === hasLeftSince ? decisionMessages.leftNames : decisionMessages.changedNames
  const changed = changedSelections(failure)
  const named = about.filter(({ selectionId }) => changed.includes(selectionId))
  return (
    <>
      <p>{refused.message}</p>
      {refused === belowMinimumWageRefusal || refused === startsAfterLeaving
        ? linesOf(failure, named).map((line) => <p key={line}>{line}</p>)
        : named.length > 0 && <p>{namesThem(namesOf(named))}</p>}
    </>
  )
}

function linesOf(failure: CallFailed, about: readonly NamedSelection[]): string[] {
  return failure.code === belowMinimumWageRefusal.code ? wageLines(failure, about) : lastDayLines(failure, about)
}

function lastDayLines(failure: CallFailed, about: readonly NamedSelection[]): string[] {
  const lastDays = lastDaysIn(failure)
  return about.slice(0, NAMED).flatMap((asked) => {
    const known = lastDays.find((one) => one.selectionId === asked.selectionId)
    if (!known) return []
    const told = { lastDay: showDate(known.lastDay), startsOn: showDate(known.startsOn) }
    return [decisionMessages.startsAfterLeavingOf(nameOf(asked), told)]
  })
}

function wageLines(failure: CallFailed, about: readonly NamedSelection[]): string[] {
  const figures = wageFiguresIn(failure)
  return about.slice(0, NAMED).flatMap((asked) => {
    const figure = figures.find((one) => one.selectionId === asked.selectionId)
    if (!figure) return []
    const { payAfter, floor, from } = figure
    const told = { payAfter: showPounds(payAfter), floor: showPounds(floor), from: from && showDate(from) }
    return [decisionMessages.belowWageOf(nameOf(asked), told)]
  })
}
