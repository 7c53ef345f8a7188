import { useEffect, useRef, useState } from 'react'
import { viewMessages } from '../../contract/view-restrictions.messages.ts'
import { paths } from '../../contract/paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { LostResponse } from '../../ui/LostResponse.tsx'
import { PanelLoadFailed } from '../../ui/panel-load-failed.tsx'
import { loadOnDemand } from '../../ui/load-on-demand.tsx'
import { Page } from '../../ui/Page.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import { useDeliberateClick } from '../../ui/use-deliberate-click.ts'
import type { DiscardQuestion } from '../benefit-parts/DiscardDialog.tsx'
import { useReadOnlyView } from '../session/use-signed-in-person.ts'
import { breadcrumbMessages } from '../../contract/not-found-and-breadcrumbs.messages.ts'
import layout from '../benefit-parts/Layout.module.css'
import styles from './Basket.module.css'
import type { Basket } from './basket.contract.ts'
import { basketMessages as say } from './basket.messages.ts'
import { BasketChange } from './BasketChange.tsx'
import { BasketTotals } from './BasketTotals.tsx'
import {
  itemsChangedSince,
  readyDrafts,
  useBasket,
  useConfirmBasket,
  useConfirmationInUrl,
  type ConfirmState,
} from './use-basket.ts'

const DiscardDialog = loadOnDemand(
  () => import('../benefit-parts/DiscardDialog.tsx').then((m) => m.DiscardDialog),
  PanelLoadFailed,
)
const BasketConfirmed = loadOnDemand(() => import('./BasketConfirmed.tsx').then((m) => m.BasketConfirmed))

const crumbs = [{ label: breadcrumbMessages.benefits, to: paths.benefits() }, { label: say.crumb }]

export function BasketPage() {
  const basket = useBasket()
  const { confirming, confirm, check, startOver } = useConfirmBasket()
  const before = useConfirmationInUrl()
  const confirmed = confirming.step === 'done' ? confirming.confirmed : before
  if (confirmed && confirmed !== 'loading') {
    return (
      <Page title={say.done} crumbs={crumbs} narrow>
        <BasketConfirmed confirmed={confirmed} />
      </Page>
    )
  }
  // Show the sent changes until a reply arrives, because the button sends the same changes again.
  const shown = 'sent' in confirming ? confirming.sent : confirmed === 'loading' ? undefined : basket.data
  return (
    <Page title={say.title} crumbs={crumbs} {...(shown && shown.items.length > 0 && { lead: say.lead })}>
      {shown ? (
        <BasketContent
          basket={shown}
          confirming={confirming}
          changed={confirming.step === 'refused' && !basket.isFetching ? itemsChangedSince(confirming, shown) : []}
          check={() => check(shown)}
          onConfirm={() => void confirm(shown)}
          onDiscarded={startOver}
        />
      ) : basket.isError && !confirmed ? (
        <ErrorState error={basket.error} title={say.failed} onRetry={() => void basket.refetch()} />
      ) : (
        <Loading label={say.loading}>
          <div className={layout.split}>
            <div className={layout.main}>
              <Skeleton shape="card" />
              <Skeleton shape="card" />
            </div>
            <Skeleton shape="card" />
          </div>
        </Loading>
      )}
    </Page>
  )
}

type BasketContentProps = {
  basket: Basket
  confirming: ConfirmState
  changed: readonly string[]
  check: () => Promise<boolean>
  onConfirm: () => void
  onDiscarded: () => void
}

function BasketContent({ basket, confirming, changed, check, onConfirm, onDiscarded }: BasketContentProps) {
  const [asking, setAsking] = useState<DiscardQuestion | null>(null)
  const isMeant = useDeliberateClick()
  const isReadOnly = useReadOnlyView()
  const { items, together } = basket
  const ready = readyDrafts(basket).length
  return (
    <>
      <Failure confirming={confirming} check={check} />
      {items.length === 0 ? (
        <EmptyBasket />
      ) : (
        <div className={layout.split}>
          <section className={layout.main} aria-labelledby="what-to-change">
            <h2 id="what-to-change">{say.what}</h2>
            <ul role="list" className={styles.cards}>
              {items.map((item) => (
                <BasketChange
                  key={item.benefitId}
                  item={item}
                  changed={changed.includes(item.benefitId)}
                  othersAreReady={ready > 0}
                  onDiscard={
                    isReadOnly
                      ? null
                      : () =>
                          setAsking({
                            what: 'discard',
                            label: say.discard,
                            selection: { selectionId: item.selectionId, version: item.version, status: 'draft' },
                          })
                  }
                />
              ))}
            </ul>
          </section>
          <div className={layout.side}>
            {together && <BasketTotals together={together} items={items} />}
            {isReadOnly ? (
              <p className={layout.soft}>{viewMessages.notInView}</p>
            ) : (
              ready === 0 && <p className={layout.soft}>{say.nothingReady}</p>
            )}
            <div className={layout.buttons}>
              {ready > 0 && !isReadOnly && (
                <Button
                  wide
                  onClick={(event) => isMeant(event) && onConfirm()}
                  busy={confirming.step === 'busy'}
                  busyLabel={say.confirming}
                >
                  {say.confirm(ready, items.length)}
                </Button>
              )}
              <Link to={paths.benefits()} className={buttonClass('secondary', { wide: true })}>
                {say.toBenefits}
              </Link>
            </div>
          </div>
        </div>
      )}
      {asking && <DiscardDialog asking={asking} onDone={onDiscarded} onClose={() => setAsking(null)} />}
    </>
  )
}

function EmptyBasket() {
  return (
    <EmptyState
      icon="benefits"
      title={say.empty}
      action={
        <Link to={paths.benefits()} className={buttonClass('primary')}>
          {say.toBenefits}
        </Link>
      }
    >
      {say.emptyText}
    </EmptyState>
  )
}

function Failure({ confirming, check }: Pick<BasketContentProps, 'confirming' | 'check'>) {
  const box = useRef<HTMLDivElement>(null)
  const failed = confirming.step === 'unanswered' || confirming.step === 'refused' ? confirming : null
  // On a phone the message would be off screen, because the button is at the foot of the page.
  useEffect(() => {
    if (failed) box.current?.scrollIntoView({ block: 'center' })
  }, [failed])
  if (!failed) return null
  return (
    <div ref={box}>
      <Alert kind="error" isAnswer title={failed.message}>
        {failed.step === 'unanswered' && (
          <LostResponse isTitled {...say.unanswered} check={check} onSaved={() => undefined} />
        )}
      </Alert>
    </div>
  )
}
