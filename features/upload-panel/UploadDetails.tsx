import { failureText } from '../../contract/call-failed.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { loadOnDemand } from '../../ui/load-on-demand.tsx'
import { ErrorState } from '../../ui/States.tsx'
import type { UploadView } from '../data-uploads/data-uploads.contract.ts'
import styles from './UploadPanel.module.css'
import { showDateTime } from './show-date-time.rules.ts'
import { uploadMessages } from './upload-panel.messages.ts'
import type { useUpload } from './use-data-uploads.ts'

type UploadDetailsProps = {
  id: string
  query: ReturnType<typeof useUpload>
  hasForm: boolean
  page: number
  onPage: (page: number) => void
  onUndo: (upload: UploadView) => void
}

export function UploadDetails({ id, query, hasForm, page, onPage, onUndo }: UploadDetailsProps) {
  // While another upload loads, the query still has the previous one.
  const upload = query.data?.id === id ? query.data : undefined
  if (!upload && query.isError)
    return (
      <ErrorState error={query.error} title={uploadMessages.failed} onRetry={() => void query.refetch()}>
        {failureText(query.error)}
      </ErrorState>
    )
  if (!upload)
    return (
      <Loading label={uploadMessages.loading}>
        <Skeleton shape="heading" width="half" />
        <Skeleton shape="block" />
      </Loading>
    )
  return (
    <section className={styles.section} aria-labelledby={`upload-${id}`}>
      <div>
        <h3 id={`upload-${id}`} tabIndex={-1} key={`${upload.status} ${hasForm}`} ref={takeLostFocus}>
          {upload.fileName}
        </h3>
        <p className={styles.soft}>{uploadMessages.uploadedBy(showDateTime(upload.uploadedAt), upload.uploadedBy)}</p>
      </div>
      <UploadOutcome upload={upload} onUndo={() => onUndo(upload)} />
      <UploadBody upload={upload} page={page} onPage={onPage} />
    </section>
  )
}

// The button that opened this upload may be gone.
function takeLostFocus(heading: HTMLElement | null): void {
  const { activeElement } = document
  if (activeElement === document.body || activeElement instanceof HTMLDialogElement) heading?.focus()
}

/** Stays mounted, so that screen readers announce the change. */
function UploadOutcome({ upload, onUndo }: { upload: UploadView; onUndo: () => void }) {
  const { status } = upload
  if (upload.failure !== null)
    return (
      <Alert
        kind="error"
        action={
          upload.canBeUndone && (
            <Button kind="secondary" onClick={onUndo}>
              {uploadMessages.undoAgain}
            </Button>
          )
        }
      >
        {upload.failure}
      </Alert>
    )
  if (status === 'refused' || status === 'failed') return <Alert kind="error">{uploadMessages.standsAt[status]}</Alert>
  if (status === 'confirmed')
    return (
      <>
        <Alert kind="success">{uploadMessages.success}</Alert>
        <Warnings upload={upload} />
      </>
    )
  if (status === 'undone') return <Alert kind="success">{uploadMessages.standsAt[status]}</Alert>
  if (status === 'ready' || status === 'cancelled')
    return (
      <>
        <Alert kind="info">
          {status === 'ready' && changesNobody(upload)
            ? uploadMessages.readyForNothing
            : uploadMessages.standsAt[status]}
        </Alert>
        {upload.madeAnew && status === 'ready' && <Alert kind="warning">{uploadMessages.madeAnew}</Alert>}
        {status === 'ready' && <Warnings upload={upload} />}
      </>
    )
  return (
    <>
      <div role="status">
        <Progress label={uploadMessages.standsAt[status]} value={null} />
      </div>
      {upload.progress && <p className={styles.soft}>{upload.progress}</p>}
    </>
  )
}

function Warnings({ upload }: { upload: UploadView }) {
  return upload.warnings.map((warning) => (
    <Alert key={warning} kind="warning">
      {warning}
    </Alert>
  ))
}

function changesNobody({ counts }: UploadView): boolean {
  return counts !== null && counts.new + counts.changed + counts.leaving === 0
}

const UploadBody = loadOnDemand(() => import('./UploadBody.tsx').then((m) => m.UploadBody))
