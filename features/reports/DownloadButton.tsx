import { Button } from '../../ui/Button.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { useId } from 'react'
import { reportMessages } from './reports.messages.ts'
import { useReportDownload } from './use-reports.ts'

/** Downloads one report, named by what it is about; a failure is said beside it. */
export function DownloadButton({ reportId, label }: { reportId: string; label: string }) {
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
        onClick={() => download.mutate(reportId)}
      >
        {reportMessages.download}
      </Button>
      <FieldError id={id}>{download.isError && reportMessages.payrollFailed}</FieldError>
    </>
  )
}
