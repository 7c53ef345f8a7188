import { useState } from 'react'
import { showDate } from '../../contract/dates.ts'
import { viewMessages } from '../../contract/view-restrictions.messages.ts'
import { paths } from '../../contract/paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Link } from '../../ui/Link.tsx'
import { PanelLoadFailed } from '../../ui/panel-load-failed.tsx'
import { loadOnDemand } from '../../ui/load-on-demand.tsx'
import { Page } from '../../ui/Page.tsx'
import { panelLink } from '../../ui/use-panel.ts'
import type { DiscardQuestion } from '../benefit-parts/DiscardDialog.tsx'
import {
  benefitCan,
  callToAction,
  stateFacts,
  reasonNotAvailable,
} from '../../domain/selections/benefit-state.rules.ts'
import { BenefitCost } from '../benefit-parts/BenefitCost.tsx'
import { BenefitLoading } from '../benefit-parts/BenefitLoading.tsx'
import { BenefitProblem } from '../benefit-parts/BenefitProblem.tsx'
import { BenefitState } from '../benefit-parts/BenefitState.tsx'
import type { BenefitView, SelectionView } from '../../domain/selections/benefits.contract.ts'
import { coverMessages } from '../benefit-parts/cover.messages.ts'
import { benefitMessages } from '../../domain/selections/benefits.messages.ts'
import { breadcrumbMessages } from '../../contract/not-found-and-breadcrumbs.messages.ts'
import { costMessages } from '../benefit-parts/cost.messages.ts'
import { manageMessages } from './benefit-manage.messages.ts'
import layout from '../benefit-parts/Layout.module.css'
import styles from './BenefitManagePage.module.css'
import { Dates, PeopleCovered, PlanDetails } from '../benefit-parts/MyCover.tsx'
import { SelectionHistory } from './SelectionHistory.tsx'
import { useReadOnlyView } from '../session/use-signed-in-person.ts'
import { useBenefitIdInAddress } from '../benefit-parts/use-benefit-address.ts'
import { useBenefit } from '../benefit-parts/use-benefits.ts'

const AwaitingEvidence = loadOnDemand(() => import('../medical/AwaitingEvidence.tsx').then((m) => m.AwaitingEvidence))
const SelectionTakeHome = loadOnDemand(() => import('./SelectionTakeHome.tsx').then((m) => m.SelectionTakeHome))
const MyVouchers = loadOnDemand(() => import('./MyVouchers.tsx').then((m) => m.MyVouchers))
const DiscardDialog = loadOnDemand(
  () => import('../benefit-parts/DiscardDialog.tsx').then((m) => m.DiscardDialog),
  PanelLoadFailed,
)

export function BenefitManagePage() {
  const benefit = useBenefit(useBenefitIdInAddress())
  if (benefit.data) return <Manage benefit={benefit.data} />
  if (benefit.isPending) return <BenefitLoading />
  return <BenefitProblem error={benefit.error} onRetry={() => void benefit.refetch()} />
}

function Manage({ benefit }: { benefit: BenefitView }) {
  const { name, selection } = benefit
  const closed = reasonNotAvailable(benefit.availability)
  const crumbs = [
    { label: breadcrumbMessages.benefits, to: paths.benefits() },
    { label: name, to: paths.benefit(benefit.benefitId) },
    { label: manageMessages.crumb },
  ]
  return (
    <Page title={manageMessages.title(name)} crumbs={crumbs}>
      <div className={layout.split}>
        <div className={layout.main}>
          <BenefitStatus benefit={benefit} />
          {selection?.status === 'pended' && <AwaitingEvidence benefit={benefit} />}
          {selection?.decisionReason && (
            <Alert kind={selection.status === 'rejected' ? 'warning' : 'info'} title={benefitMessages.decision}>
              {selection.decisionReason}
            </Alert>
          )}
          <section className={layout.section} aria-labelledby="manage-actions">
            <h2 id="manage-actions">{manageMessages.actions}</h2>
            <Actions benefit={benefit} />
            {closed && <p className={layout.small}>{closed}</p>}
            {selection?.whyNoOptOut && <p className={layout.small}>{selection.whyNoOptOut}</p>}
          </section>
          {benefit.groupCode === 'ccv' && <MyVouchers benefit={benefit} />}
          {selection && <SelectionHistory selectionId={selection.selectionId} />}
        </div>
        <div className={layout.side}>
          <BenefitCost benefit={benefit} />
          {selection?.price && <TakeHome selection={selection} />}
        </div>
      </div>
    </Page>
  )
}

function TakeHome({ selection }: { selection: SelectionView }) {
  const [asked, setAsked] = useState(false)
  return (
    <Card>
      <Disclosure summary={costMessages.takeHome} onOpen={() => setAsked(true)}>
        {asked && <SelectionTakeHome selection={selection} />}
      </Disclosure>
    </Card>
  )
}

function BenefitStatus({ benefit }: { benefit: BenefitView }) {
  const { selection } = benefit
  if (!selection) return <p className={layout.soft}>{manageMessages.nothingCovered}</p>
  return (
    <div className={styles.columns}>
      {selection.today && (
        <Card as="section" labelledBy="today">
          <div className={layout.section}>
            <h2 id="today">{coverMessages.now}</h2>
            <PlanDetails details={selection.today.planDetails} />
            <p className={layout.small}>{coverMessages.until(showDate(selection.today.until))}</p>
          </div>
        </Card>
      )}
      {selection.running && (
        <Card as="section" labelledBy="running">
          <div className={layout.section}>
            <h2 id="running">{manageMessages.current}</h2>
            <PlanDetails details={selection.running.planDetails} />
          </div>
        </Card>
      )}
      <Card as="section" labelledBy="selection" tinted={selection.running !== null}>
        <div className={layout.section}>
          <div className={styles.head}>
            <h2 id="selection">{headingOf(selection)}</h2>
            <BenefitState benefit={benefit} />
          </div>
          {selection.temporarySelection && <p className={layout.small}>{manageMessages.draftText}</p>}
          <PlanDetails details={selection.planDetails} />
          <PeopleCovered selection={selection} />
          <Dates selection={selection} />
          <ChoiceSummary selection={selection} benefit={benefit} />
        </div>
      </Card>
    </div>
  )
}

function headingOf(selection: SelectionView): string {
  if (selection.temporarySelection) return manageMessages.waitingDraft
  const { waits, runs } = stateFacts(selection.status)
  if (waits && selection.running) return coverMessages.waiting
  if (runs)
    return selection.today ? coverMessages.startsOn(showDate(selection.effectiveFrom ?? '')) : manageMessages.current
  return waits ? manageMessages.asked : manageMessages.chosenBefore
}

function ChoiceSummary({ selection, benefit }: { selection: SelectionView; benefit: BenefitView }) {
  const told = selection.editFields.filter((field) => selection.fieldStatus[field])
  const byState = [...Map.groupBy(told, (field) => selection.fieldStatus[field])]
  const label = (name: string) => benefit.setupFields.find((field) => field.name === name)?.label ?? name
  return (
    <>
      {byState.map(([state, fields]) => (
        <p key={state} className={layout.small}>
          {state}
          {byState.length > 1 && `: ${fields.map(label).join(', ')}`}
        </p>
      ))}
    </>
  )
}

function Actions({ benefit }: { benefit: BenefitView }) {
  const [asking, setAsking] = useState<DiscardQuestion | null>(null)
  const { selection, benefitId } = benefit
  const mayChange = !useReadOnlyView()
  const can = {
    change: benefitCan.change(benefit),
    optOut: benefitCan.optOut(benefit),
    discard: mayChange && benefitCan.discard(benefit),
    withdraw: mayChange && benefitCan.withdraw(benefit),
  }
  return (
    <div className={layout.buttons}>
      {!Object.values(can).includes(true) && (
        <p className={layout.soft}>{mayChange ? manageMessages.nothingToDo : viewMessages.notInView}</p>
      )}
      {can.change && (
        <Link to={paths.benefitSetup(benefitId)} className={buttonClass('primary')}>
          {changeLabel(benefit)}
        </Link>
      )}
      {can.withdraw && selection && (
        <Button
          kind="secondary"
          onClick={() => setAsking({ what: 'withdraw', label: manageMessages.withdraw, selection })}
        >
          {manageMessages.withdraw}
        </Button>
      )}
      {can.discard && selection && (
        <Button
          kind="secondary"
          onClick={() => setAsking({ what: 'discard', label: manageMessages.discard, selection })}
        >
          {manageMessages.discard}
        </Button>
      )}
      {can.optOut && (
        <Link
          to={paths.benefitManage(benefitId) + panelLink('opt-out', { benefitId })}
          className={buttonClass('secondary')}
        >
          {benefitMessages.optOut}
        </Link>
      )}
      {benefit.allowedActions.includes('statement') && (
        <Link
          to={paths.benefitManage(benefitId) + panelLink('statement', { groupId: benefit.groupId })}
          className={buttonClass('secondary')}
        >
          {benefitMessages.statement}
        </Link>
      )}
      {asking && <DiscardDialog asking={asking} onClose={() => setAsking(null)} />}
    </div>
  )
}

function changeLabel(benefit: BenefitView): string {
  const { selection } = benefit
  if (selection?.temporarySelection) return manageMessages.finish
  const cta = selection?.cta ?? benefit.cta
  if (cta?.type === 'setup' || cta?.type === 'reapply') return callToAction(benefit)?.label ?? manageMessages.change
  return benefit.beamSupported ? benefitMessages.changeCover : manageMessages.change
}
