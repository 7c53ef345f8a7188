import type { ReactNode } from 'react'
import { showDate } from '../../contract/dates.ts'
import { errorMessages } from '../../contract/messages.ts'
import { paths } from '../../contract/paths.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import { useVouchersOnly } from '../session/use-vouchers-only.ts'
import { TotalRewardSummary } from './TotalRewardSummary.tsx'
import { plannedSentence } from './planned-changes.rules.ts'
import {
  overviewModes,
  type OverviewMode,
  type TotalBenefits,
  type TotalBenefitsCard,
} from './total-benefits.contract.ts'
import { totalBenefitsMessages as say } from './total-benefits.messages.ts'
import styles from './TotalBenefits.module.css'
import { EffectOnPay } from './TotalFigures.tsx'
import { useOverviewMode, useRewardStatement, useTotalBenefits } from './use-total-benefits.ts'

export function TotalBenefitsFrame({
  children,
}: {
  children: (shown: { total: TotalBenefits; mode: OverviewMode }) => ReactNode
}) {
  const total = useTotalBenefits()
  const [mode, setMode] = useOverviewMode()
  const held = total.data?.rows.length ?? 0
  return (
    <Page title={say.title} crumbs={[{ label: say.home, to: paths.home() }, { label: say.title }]} lead={say.lead}>
      {total.data ? (
        <>
          {held === 0 ? (
            <NoBenefits />
          ) : (
            <>
              <div className={styles.answer}>
                <TotalRewardSummary
                  total={total.data}
                  mode={mode}
                  modeSwitch={<ModeSwitch mode={mode} onChange={setMode} />}
                />
                <p className={styles.basis}>{say.on(showDate(total.data.card.on))}</p>
              </div>
              <div className={styles.figures}>
                <EffectOnPay total={total.data} mode={mode} />
                <Statement />
              </div>
              {children({ total: total.data, mode })}
            </>
          )}
          <PlannedChanges planned={total.data.card.planned} mode={mode} />
        </>
      ) : total.isError ? (
        <ErrorState error={total.error} title={errorMessages.retryLater} onRetry={() => void total.refetch()} />
      ) : (
        <Loading label={say.loading}>
          <Skeleton shape="block" />
          <Skeleton shape="card" />
        </Loading>
      )}
    </Page>
  )
}

function PlannedChanges({ planned, mode }: { planned: TotalBenefitsCard['planned']; mode: OverviewMode }) {
  if (planned.length === 0) return null
  const sentences = planned.map((change) => plannedSentence(change, mode))
  return (
    <section aria-labelledby="planned-changes">
      <h2 id="planned-changes">{say.planned}</h2>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  )
}

function NoBenefits() {
  if (useVouchersOnly((state) => state.ccvOnly)) return <EmptyState icon="benefits" title={say.none} />
  return (
    <EmptyState
      icon="benefits"
      title={say.none}
      action={
        <Link to={paths.benefits()} className={buttonClass('secondary')}>
          {say.toBenefits}
        </Link>
      }
    >
      {say.noneText}
    </EmptyState>
  )
}

function ModeSwitch({ mode, onChange }: { mode: OverviewMode; onChange: (mode: OverviewMode) => void }) {
  return (
    <div className={styles.modes} role="group" aria-label={say.mode}>
      {overviewModes.map((one) => (
        <button
          key={one}
          type="button"
          className={styles.mode}
          aria-pressed={one === mode}
          onClick={() => onChange(one)}
        >
          {say[one]}
        </button>
      ))}
    </div>
  )
}

function Statement() {
  const download = useRewardStatement()
  return (
    <Card>
      <div className={styles.download}>
        <h2>{say.statement}</h2>
        <p>{say.statementText}</p>
        <Button icon="download" busy={download.isPending} busyLabel={say.downloading} onClick={() => download.mutate()}>
          {say.download}
        </Button>
        <div role="alert">
          {download.isError && <FieldError id="statement-failed">{errorMessages.retryLater}</FieldError>}
        </div>
      </div>
    </Card>
  )
}
