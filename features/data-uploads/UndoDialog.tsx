import { failureText } from '../../contract/call-failed.ts'
import { buttonMessages } from '../../contract/messages.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import type { UploadSummary } from './data-uploads.contract.ts'
import { uploadMessages } from './upload-panel.messages.ts'
import { useChangeUpload } from './use-data-uploads.ts'

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
