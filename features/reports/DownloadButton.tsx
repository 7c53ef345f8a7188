import { useId } from 'react'
import { Button } from '../../ui/Button.tsx'
import { FieldError } from '../../ui/Field.tsx'
import type { FileFormat } from '../../ui/FileFormat.tsx'
import { reportMessages } from './reports.messages.ts'
import { useReportDownload } from './use-reports.ts'

type DownloadButtonProps = { reportId: string; label: string; format?: FileFormat; failed?: string }

export function DownloadButton({
  reportId,
  label,
  format = 'csv',
  failed = reportMessages.payrollFailed,
}: DownloadButtonProps) {
  const id = useId()
  const download = useReportDownload()
  return (
    <>
      <Button
        kind="secondary"
        icon="download"
        busy={download.isPending}
        busyLabel={reportMessages.downloading}
        aria-label={reportMessages.downloadOf(label)}
        onClick={() => download.mutate({ reportId, format })}
      >
        {reportMessages.download}
      </Button>
      <FieldError id={id}>{download.isError && failed}</FieldError>
    </>
  )
}
