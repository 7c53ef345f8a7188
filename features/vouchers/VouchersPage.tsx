import { showVoucherDate } from '../../contract/voucher-date.ts'
import { paths } from '../../contract/paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { EmptyState, ErrorState, RefusedState } from '../../ui/States.tsx'
import type { ReplyOf } from '../../contract/endpoint.ts'
import { useMasquerade } from '../session/use-session.ts'
import { frameAddress } from './voucher-messages.rules.ts'
import type { readVoucherManagement } from './vouchers.contract.ts'
import { vouchersMessages as say } from './vouchers.messages.ts'
import styles from './Vouchers.module.css'
import { useApplicationFrame, useVoucherManagement } from './use-vouchers.ts'

type Management = ReplyOf<typeof readVoucherManagement>

export function VouchersPage() {
  const management = useVoucherManagement()
  const crumbs = [
    { label: say.home, to: paths.home() },
    { label: say.dashboard, to: paths.dashboard() },
    { label: say.title },
  ]
  return (
    <Page title={say.title} lead={say.lead} crumbs={crumbs}>
      {management.data ? (
        <VouchersContent
          management={management.data}
          isAsking={management.isFetching}
          hasFailed={management.isError}
          onAgain={() => void management.refetch()}
        />
      ) : management.isPending ? (
        <Loading label={say.loading}>
          <Skeleton shape="card" />
          <Skeleton shape="block" />
        </Loading>
      ) : (
        <ErrorState error={management.error} title={say.failed} onRetry={() => void management.refetch()} />
      )}
    </Page>
  )
}

type RetryButton = { isAsking: boolean; hasFailed: boolean; onAgain: () => void }

function VouchersContent({ management, ...again }: RetryButton & { management: Management }) {
  const isAnotherLooking = useMasquerade() !== null
  const back = (
    <Link to={paths.dashboard()} className={buttonClass('secondary')}>
      {say.toDashboard}
    </Link>
  )
  if (!management.hasVouchers) return <EmptyState title={say.notOffered} action={back} />
  const { url, token } = management
  const address = frameAddress(url, token, location)
  return (
    <>
      <Figures management={management} />
      <div className={styles.application}>
        {address ? (
          // A new token needs a new frame, because a changed fragment would not load the application again.
          <Application key={token} {...address} {...again} />
        ) : isAnotherLooking ? (
          <RefusedState title={say.notInView} action={back} />
        ) : (
          <EmptyState title={say.notSetUp} action={back}>
            {say.notSetUpText}
          </EmptyState>
        )}
      </div>
    </>
  )
}

function Figures({ management: { nextVoucherDate, placedOrders, savedOrders } }: { management: Management }) {
  return (
    <Card as="section" labelledBy="vouchers-figures">
      <h2 id="vouchers-figures" className="visually-hidden">
        {say.figures}
      </h2>
      <dl className={styles.figures}>
        <div>
          <dt>{say.next}</dt>
          <dd>{nextVoucherDate ? showVoucherDate(nextVoucherDate) : say.none}</dd>
        </div>
        <div>
          <dt>{say.placed}</dt>
          <dd>{placedOrders}</dd>
        </div>
        <div>
          <dt>{say.saved}</dt>
          <dd>{savedOrders}</dd>
        </div>
      </dl>
      <p className={styles.note}>{say.explained}</p>
    </Card>
  )
}

function Application({ src, origin, isAsking, hasFailed, onAgain }: RetryButton & { src: string; origin: string }) {
  const { frame, state, height } = useApplicationFrame(origin)
  const again = (
    <Button kind="secondary" busy={isAsking} onClick={onAgain}>
      {say.again}
    </Button>
  )
  return (
    <>
      {state === 'expired' && (
        <Alert kind="warning" title={say.expired} action={again}>
          {say.expiredText}
        </Alert>
      )}
      {state === 'silent' && (
        <Alert kind="warning" title={say.silent} action={again}>
          {say.silentText}
        </Alert>
      )}
      {hasFailed && !isAsking && <Alert kind="error">{say.failed}</Alert>}
      <iframe
        ref={frame}
        className={styles.frame}
        style={height === null ? undefined : { height: `${height}px` }}
        title={say.frame}
        src={src}
        // `allow-same-origin` keeps the frame's own origin, by which its messages are recognised. With scripts, a frame
        // of the portal's origin could leave the sandbox, so `frameAddress` excludes that origin.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        sandbox="allow-scripts allow-same-origin allow-forms"
        referrerPolicy="no-referrer"
        allow=""
      />
    </>
  )
}
