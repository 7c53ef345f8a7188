import { useId } from 'react'
import { errorMessages } from '../../contract/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { takeUpMessages as say } from './take-up.messages.ts'

type DownloadListProps = {
  label: string
  download: { isPending: boolean; isError: boolean; mutate: () => void }
}

export function DownloadListButton({ label, download }: DownloadListProps) {
  const id = useId()
  return (
    <div>
      <Button
        kind="secondary"
        icon="download"
        busy={download.isPending}
        busyLabel={say.downloading}
        onClick={() => download.mutate()}
      >
        {label}
      </Button>
      <FieldError id={id}>{download.isError && errorMessages.retryLater}</FieldError>
    </div>
  )
}
