import { buttonMessages } from '../../contract/messages.ts'
import { Button } from '../../ui/Button.tsx'
import type { UploadView } from '../data-uploads/data-uploads.contract.ts'
import { uploadMessages } from './upload-panel.messages.ts'
import type { useChangeUpload } from './use-data-uploads.ts'

export function UploadDecision({
  upload: { id, preview, canBeConfirmed, canBeCancelled },
  change,
}: {
  upload: UploadView
  change: ReturnType<typeof useChangeUpload>
}) {
  const wish = change.isPending ? change.variables.status : null
  const ask = (status: 'confirmed' | 'cancelled') => {
    if (!change.isPending) change.mutate({ id, status, preview })
  }
  return (
    <>
      {canBeConfirmed && (
        <Button
          busy={wish === 'confirmed'}
          busyLabel={uploadMessages.confirming}
          disabled={wish === 'cancelled'}
          onClick={() => ask('confirmed')}
        >
          {uploadMessages.confirm}
        </Button>
      )}
      {canBeCancelled && (
        <Button
          kind="secondary"
          busy={wish === 'cancelled'}
          busyLabel={uploadMessages.cancelling}
          disabled={wish === 'confirmed'}
          onClick={() => ask('cancelled')}
        >
          {buttonMessages.cancel}
        </Button>
      )}
    </>
  )
}
