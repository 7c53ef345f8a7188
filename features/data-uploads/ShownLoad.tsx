import { failureText } from '../../contract/call-failed.ts'
import { londonDate, showDate } from '../../contract/dates.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { ErrorState } from '../../ui/States.tsx'
import type { LoadView } from './data-uploads.contract.ts'
import styles from './DataUploads.module.css'
import { uploadMessages } from './upload-panel.messages.ts'
import type { useLoad } from './use-data-uploads.ts'

type ShownLoadProps = {
  id: string
  query: ReturnType<typeof useLoad>
  page: number
  onPage: (page: number) => void
  onUndo: (load: LoadView) => void
}

/** One upload: where it stands, and what can be done about it. */
export function ShownLoad({ id, query, page, onPage, onUndo }: ShownLoadProps) {
  // While another one comes, the one before is still at hand.
  const load = query.data?.id === id ? query.data : undefined
  if (!load && query.isError)
    return (
      <ErrorState title={uploadMessages.failed} onRetry={() => void query.refetch()}>
        {failureText(query.error)}
      </ErrorState>
    )
  if (!load)
    return (
      <Loading label={uploadMessages.loading}>
        <Skeleton shape="heading" width="half" />
        <Skeleton shape="block" />
      </Loading>
    )
  return (
    <section className={styles.section} aria-labelledby={`load-${id}`}>
      <div>
        <h3 id={`load-${id}`} tabIndex={-1} key={load.status} ref={takeLostFocus}>
          {load.fileName}
        </h3>
        <p className={styles.soft}>
          {uploadMessages.uploadedBy(showDate(londonDate(new Date(load.uploadedAt))), load.uploadedBy)}
        </p>
      </div>
      <Standing load={load} onUndo={() => onUndo(load)} />
      <LoadBody load={load} page={page} onPage={onPage} />
    </section>
  )
}

// The button that brought the upload here may be gone.
function takeLostFocus(heading: HTMLElement | null): void {
  const { activeElement } = document
  if (activeElement === document.body || activeElement instanceof HTMLDialogElement) heading?.focus()
}

/** Stays in its place while what it says changes, so that it is read out. */
function Standing({ load, onUndo }: { load: LoadView; onUndo: () => void }) {
  const { status } = load
  if (load.failure !== null)
    return (
      <Alert
        kind="error"
        action={
          load.canBeUndone && (
            <Button kind="secondary" onClick={onUndo}>
              {uploadMessages.undoAgain}
            </Button>
          )
        }
      >
        {load.failure}
      </Alert>
    )
  if (status === 'refused' || status === 'failed') return <Alert kind="error">{uploadMessages.standsAt[status]}</Alert>
  if (status === 'confirmed')
    return (
      <>
        <Alert kind="success">{uploadMessages.success}</Alert>
        <Warnings load={load} />
      </>
    )
  if (status === 'undone') return <Alert kind="success">{uploadMessages.standsAt[status]}</Alert>
  if (status === 'ready' || status === 'cancelled')
    return (
      <>
        <Alert kind="info">
          {status === 'ready' && changesNobody(load) ? uploadMessages.readyForNothing : uploadMessages.standsAt[status]}
        </Alert>
        {load.madeAnew && status === 'ready' && <Alert kind="warning">{uploadMessages.madeAnew}</Alert>}
        {status === 'ready' && <Warnings load={load} />}
      </>
    )
  return (
    <>
      <div role="status">
        <Progress label={uploadMessages.standsAt[status]} value={null} />
      </div>
      {load.progress && <p className={styles.soft}>{load.progress}</p>}
    </>
  )
}

function Warnings({ load }: { load: LoadView }) {
  return load.warnings.map((warning) => (
    <Alert key={warning} kind="warning">
      {warning}
    </Alert>
  ))
}

function changesNobody({ counts }: LoadView): boolean {
  return counts !== null && counts.new + counts.changed + counts.leaving === 0
}

// Most who open the panel have no upload to look at.
const LoadBody = onDemand(() => import('./LoadBody.tsx').then((m) => m.LoadBody))
