import { useId } from 'react'
import { Button } from '../../ui/Button.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { UploadProblems } from '../../ui/UploadProblems.tsx'
import type { UploadView } from './data-uploads.contract.ts'
import styles from './DataUploads.module.css'
import { uploadMessages } from './upload-panel.messages.ts'
import { useProblemsFile } from './use-data-uploads.ts'

export function FaultList({
  upload,
  page,
  onPage,
}: {
  upload: UploadView
  page: number
  onPage: (page: number) => void
}) {
  const id = useId()
  const file = useProblemsFile(upload.id)
  const { data, total, per_page: pageSize } = upload.errors
  return (
    <>
      <div className={styles.opener}>
        <p>
          <strong>{uploadMessages.problems(upload.errorCount)}</strong>{' '}
          {total < upload.errorCount && uploadMessages.listed(total)}
        </p>
        <div>
          <Button
            kind="secondary"
            icon="download"
            busy={file.isPending}
            busyLabel={uploadMessages.downloading}
            onClick={() => file.mutate()}
          >
            {uploadMessages.downloadProblems}
          </Button>
          <FieldError id={id}>{file.isError && uploadMessages.problemsFailed}</FieldError>
        </div>
      </div>
      <div className={styles.problems}>
        <UploadProblems
          problems={data.map(({ line, column, value, reason }) => ({
            row: line,
            column: column ?? uploadMessages.wholeFile,
            value: value ?? '',
            rule: reason,
          }))}
          footer={
            total > pageSize && (
              <Pagination
                label={uploadMessages.problemPages}
                page={page}
                pageSize={pageSize}
                total={total}
                onPage={onPage}
              />
            )
          }
        />
      </div>
    </>
  )
}
