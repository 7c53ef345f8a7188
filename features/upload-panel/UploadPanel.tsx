import { useState } from 'react'
import { failureText } from '../../contract/call-failed.ts'
import { LostResponse } from '../../ui/LostResponse.tsx'
import { SidePanel, type PanelProps } from '../../ui/SidePanel.tsx'
import { isResponseLost } from '../../contract/lost-response.ts'
import { movingStatuses, uploadPage, type UploadSummary } from '../data-uploads/data-uploads.contract.ts'
import styles from './UploadPanel.module.css'
import { UploadDecision } from './UploadDecision.tsx'
import { EarlierUploads, UndoDialog } from './EarlierUploads.tsx'
import { UploadDetails } from './UploadDetails.tsx'
import { UploadForm } from './UploadForm.tsx'
import { uploadMessages } from './upload-panel.messages.ts'
import { useChangeUpload, useUpload, useUploads } from './use-data-uploads.ts'

/** C09. Shows an upload in progress, or one that needs a decision, even if it is another user's. */
export function UploadPanel({ onClose }: PanelProps) {
  const [shown, setShown] = useState<string | null>(null)
  const [page, setPage] = useState(1)
  const [count, setCount] = useState(firstPage)
  const [undoing, setUndoing] = useState<UploadSummary | null>(null)
  const { uploads, refetch } = useUploads(count)
  const query = useUpload(shown, page)
  const change = useChangeUpload()
  const listed = uploads === 'Error' || uploads === undefined ? [] : uploads.data
  const open = listed.find(isOpen)
  const show = (id: string) => {
    setShown(id)
    setPage(1)
    change.reset()
  }
  if (shown === null && open) setShown(open.id)
  const upload = query.data
  const changeFailure = (failure: Error) => {
    if (!isResponseLost(failure)) return failureText(failure)
    return canBeDecided ? (
      <LostResponse key={change.submittedAt} {...uploadMessages.unanswered} check={isDecided} onSaved={change.reset} />
    ) : null
  }
  const isDecided = async () => {
    const { data } = await query.refetch({ throwOnError: true })
    return data?.status !== 'ready'
  }
  const mayUpload = !listed.some(({ status }) => status === 'ready' || movingStatuses.has(status))
  const canBeDecided = upload !== undefined && (upload.canBeConfirmed || upload.canBeCancelled)
  return (
    <SidePanel
      title={uploadMessages.title}
      busy={change.isPending}
      error={change.isError ? changeFailure(change.error) : null}
      onClose={onClose}
      {...(canBeDecided && { footer: <UploadDecision upload={upload} change={change} /> })}
      wide
    >
      <div className={styles.panel}>
        {shown !== null && (
          <UploadDetails
            key={shown}
            id={shown}
            query={query}
            hasForm={mayUpload}
            page={page}
            onPage={setPage}
            onUndo={setUndoing}
          />
        )}
        {mayUpload && (
          <UploadForm
            follows={shown !== null}
            isFirst={shown === null && uploads !== undefined && uploads !== 'Error' && uploads.total === 0}
            onUploaded={({ id }) => show(id)}
          />
        )}
        <EarlierUploads
          uploads={uploads}
          shown={shown}
          onMore={() => setCount(uploadPage.most)}
          onShow={show}
          onUndo={setUndoing}
          onRetry={() => void refetch()}
        />
        {undoing && <UndoDialog upload={undoing} onUndone={show} onClose={() => setUndoing(null)} />}
      </div>
    </SidePanel>
  )
}

const firstPage = 5

function isOpen({ status, failure }: UploadSummary, index: number): boolean {
  if (status === 'ready' || movingStatuses.has(status)) return true
  return index === 0 && (status === 'refused' || status === 'failed' || failure !== null)
}
