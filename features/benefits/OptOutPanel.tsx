import { useRef, useState } from 'react'
import { showDate } from '../../contract/dates.ts'
import { failureText } from '../../contract/call-failed.ts'
import { isResponseLost } from '../../contract/lost-response.ts'
import { buttonMessages } from '../../contract/messages.ts'
import { showPounds } from '../../contract/money.ts'
import { Button } from '../../ui/Button.tsx'
import { LostResponse } from '../../ui/LostResponse.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { SidePanel, useClosePanel, type PanelProps } from '../../ui/SidePanel.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { notify } from '../../ui/use-notices.ts'
import { benefitCan, chargedCost, reasonNotAvailable } from '../../domain/selections/benefit-state.rules.ts'
import { LoadFailed } from '../benefit-parts/BenefitProblem.tsx'
import type { BenefitView, SelectionView } from '../../domain/selections/benefits.contract.ts'
import { benefitMessages } from '../../domain/selections/benefits.messages.ts'
import { optOutMessages } from './opt-out.messages.ts'
import layout from '../benefit-parts/Layout.module.css'
import { useBenefit } from '../benefit-parts/use-benefits.ts'
import { useOptOut, useOptOutCheck, useOptOutEffect } from './use-opt-out.ts'

export function OptOutPanel({ params: { benefitId = '' }, onClose }: PanelProps) {
  const benefit = useBenefit(benefitId)
  // Stays true while the panel is open, although `benefitCan.optOut` is false after the opt-out.
  const [asks, setAsks] = useState(false)
  if (!asks && benefit.data && benefitCan.optOut(benefit.data)) setAsks(true)
  if (asks && benefit.data?.selection) {
    return <OptOutRequest benefit={benefit.data} selection={benefit.data.selection} onClose={onClose} />
  }
  return (
    <SidePanel title={benefitMessages.optOut} busy={false} error={null} onClose={onClose}>
      {benefit.isPending ? (
        <Loading label={benefitMessages.loading}>
          <Skeleton />
          <Skeleton width="half" />
        </Loading>
      ) : benefit.isError ? (
        <LoadFailed error={benefit.error} onRetry={() => void benefit.refetch()} />
      ) : (
        <EmptyState title={optOutMessages.notPossible}>
          {benefit.data && (benefit.data.selection?.whyNoOptOut ?? reasonNotAvailable(benefit.data.availability))}
        </EmptyState>
      )}
    </SidePanel>
  )
}

function OptOutRequest({
  benefit,
  selection,
  onClose,
}: {
  benefit: BenefitView
  selection: SelectionView
  onClose: () => void
}) {
  const optOut = useOptOut(benefit, selection)
  const runs = chargedCost(selection) !== null && !selection.neverBeginsIfOptedOut
  const inHand = useOptOutEffect(benefit.benefitId, { asks: runs })
  // A sentence about the pension's opt-out month, or about the day until which vouchers can be chosen again.
  const told = benefit.links.find(({ type }) => type === 'opt-out-month')?.label
  const isVoucher = benefit.groupCode === 'ccv'
  const later = isVoucher ? told : optOutMessages.later
  return (
    <SidePanel
      title={optOutMessages.title(benefit.name)}
      busy={optOut.isPending}
      error={
        optOut.error &&
        (isResponseLost(optOut.error) ? (
          <Unknown key={optOut.submittedAt} benefit={benefit} />
        ) : (
          failureText(optOut.error)
        ))
      }
      onClose={onClose}
      footer={<Buttons optOut={optOut} />}
    >
      <p>{optOutMessages.lead}</p>
      <ul className={layout.list}>
        {consequences(selection, isVoucher ? undefined : told).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {runs && <TakeHomeChange change={inHand} />}
      </ul>
      {later && <p className={layout.soft}>{later}</p>}
    </SidePanel>
  )
}

function Unknown({ benefit: { benefitId } }: { benefit: BenefitView }) {
  const close = useClosePanel()
  const check = useOptOutCheck(benefitId)
  const done = () => {
    notify(benefitMessages.optedOut)
    close()
  }
  return <LostResponse {...optOutMessages.unanswered} check={check} onSaved={done} />
}

/** Take-home pay may rise by less than the price, because the tax saved on the price ends as well. */
function TakeHomeChange({ change }: { change: number | null | undefined }) {
  if (change === undefined)
    return (
      <li>
        <Loading label={optOutMessages.workingOut}>
          <Skeleton width="half" />
        </Loading>
      </li>
    )
  return change === null ? null : <li>{takeHomeSentence(change)}</li>
}

function takeHomeSentence(change: number): string {
  if (change === 0) return optOutMessages.inHandSame
  return change < 0 ? optOutMessages.inHandLess(showPounds(-change)) : optOutMessages.inHandMore(showPounds(change))
}

function Buttons({ optOut }: { optOut: ReturnType<typeof useOptOut> }) {
  const close = useClosePanel()
  // A second click can come before the next paint.
  const sent = useRef(false)
  const act = async () => {
    if (sent.current) return
    sent.current = true
    try {
      await optOut.mutateAsync()
    } catch {
      sent.current = false
      return
    }
    notify(benefitMessages.optedOut)
    close()
  }
  return (
    <>
      <Button kind="danger" busy={optOut.isPending} busyLabel={optOutMessages.working} onClick={() => void act()}>
        {benefitMessages.optOut}
      </Button>
      <Button kind="secondary" onClick={close} disabled={optOut.isPending}>
        {buttonMessages.cancel}
      </Button>
    </>
  )
}

function consequences(selection: SelectionView, optOutMonth: string | undefined): string[] {
  if (selection.neverBeginsIfOptedOut) return [optOutMessages.neverBegins(showDate(selection.neverBeginsIfOptedOut))]
  const cost = chargedCost(selection)
  const ends = selection.endsIfOptedOut ?? (optOutMonth === undefined ? selection.endDate : null)
  return [
    ...(optOutMonth === undefined ? [] : [optOutMonth]),
    ...(ends ? [optOutMessages.ends(showDate(ends))] : []),
    ...(cost && cost.employee > 0 ? [optOutMessages.stopsPaying(showPounds(cost.employee))] : []),
    ...(cost && cost.employer > 0 ? [optOutMessages.employerStops(showPounds(cost.employer))] : []),
    ...(selection.peopleCovered.length > 0 ? [optOutMessages.people] : []),
  ]
}
