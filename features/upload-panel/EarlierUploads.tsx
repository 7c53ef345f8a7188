import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import type { listUploads, UploadStatus, UploadSummary } from '../data-uploads/data-uploads.contract.ts'
import type { ReplyOf } from '../../contract/endpoint.ts'
import styles from './UploadPanel.module.css'
import { showDateTime } from './show-date-time.rules.ts'
import { uploadMessages } from './upload-panel.messages.ts'
import { failureText } from '../../contract/call-failed.ts'
import { buttonMessages } from '../../contract/messages.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useChangeUpload } from './use-data-uploads.ts'

type EarlierUploadsProps = {
  uploads: ReplyOf<typeof listUploads> | 'Error' | undefined
  shown: string | null
  onMore: () => void
  onShow: (id: string) => void
  onUndo: (upload: UploadSummary) => void
  onRetry: () => void
}

export function EarlierUploads({ uploads, shown, onMore, onShow, onUndo, onRetry }: EarlierUploadsProps) {
  const list = uploads === 'Error' || uploads === undefined ? null : uploads
  return (
    <section className={styles.section}>
      <h3 id="earlier-uploads">{uploadMessages.earlier}</h3>
      <DataTable
        caption={uploadMessages.earlier}
        hideCaption
        columns={[...columns, actions({ shown, onShow, onUndo })]}
        rows={list?.data ?? []}
        rowKey={({ id }) => id}
        state={list ? 'ready' : uploads === 'Error' ? 'failed' : 'loading'}
        empty={uploadMessages.noEarlier}
        failed={uploadMessages.earlierFailed}
        onRetry={onRetry}
        footer={
          list &&
          list.last_page > 1 && (
            <div className={styles.more}>
              <Button kind="quiet" onClick={onMore}>
                {uploadMessages.more}
              </Button>
            </div>
          )
        }
      />
    </section>
  )
}

const tones: Record<UploadStatus, BadgeTone> = {
  uploading: 'brand',
  checking: 'brand',
  refused: 'bad',
  ready: 'warn',
  committing: 'brand',
  confirmed: 'good',
  cancelled: 'neutral',
  undoing: 'brand',
  undone: 'neutral',
  failed: 'bad',
}

const columns: Column<UploadSummary>[] = [
  {
    key: 'file',
    header: uploadMessages.file,
    rowHeader: true,
    cell: ({ fileName }) => <span className={styles.fileName}>{fileName}</span>,
  },
  { key: 'uploaded', header: uploadMessages.uploaded, cell: ({ uploadedAt }) => showDateTime(uploadedAt) },
  { key: 'by', header: uploadMessages.by, cell: ({ uploadedBy }) => uploadedBy },
  { key: 'people', header: uploadMessages.concerned, align: 'end', cell: ({ rows }) => rows.toLocaleString('en-GB') },
  {
    key: 'state',
    header: uploadMessages.stands,
    cell: ({ status, failure }) => (
      <div>
        <Badge tone={tones[status]}>{uploadMessages.state[status]}</Badge>
        {status === 'confirmed' && failure !== null && <div className={styles.soft}>{uploadMessages.undoFailed}</div>}
      </div>
    ),
  },
]

type Actions = { shown: string | null; onShow: (id: string) => void; onUndo: (upload: UploadSummary) => void }

function actions({ shown, onShow, onUndo }: Actions): Column<UploadSummary> {
  return {
    key: 'actions',
    header: uploadMessages.actions,
    hideHeader: true,
    cell: (upload) => (
      <div className={styles.rowActions}>
        {upload.id !== shown && (
          <Button
            kind="quiet"
            aria-label={uploadMessages.seeOf(upload.fileName, showDateTime(upload.uploadedAt))}
            onClick={() => onShow(upload.id)}
          >
            {uploadMessages.see}
          </Button>
        )}
        {upload.status === 'confirmed' && (
          <Button
            kind="quiet"
            aria-label={uploadMessages.undoOf(upload.fileName, showDateTime(upload.uploadedAt))}
            onClick={() => onUndo(upload)}
          >
            {uploadMessages.undo}
          </Button>
        )}
      </div>
    ),
  }
}

type UndoDialogProps = {
  upload: Pick<UploadSummary, 'id' | 'fileName'>
  onUndone: (id: string) => void
  onClose: () => void
}

export function UndoDialog({ upload: { id, fileName }, onUndone, onClose }: UndoDialogProps) {
  const change = useChangeUpload()
  return (
    <ConfirmDialog
      title={uploadMessages.askUndo}
      confirm={{
        label: uploadMessages.undo,
        busyLabel: uploadMessages.undoing,
        kind: 'danger',
        act: () => change.mutateAsync({ id, status: 'undone', preview: null }),
        failure: failureText,
      }}
      cancelLabel={buttonMessages.cancel}
      onClose={(confirmed) => {
        if (confirmed) onUndone(id)
        onClose()
      }}
    >
      <p>{uploadMessages.undoText(fileName)}</p>
    </ConfirmDialog>
  )
}
