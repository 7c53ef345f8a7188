import { useId } from 'react'
import { Button } from '../../ui/Button.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { UploadProblems } from '../../ui/UploadProblems.tsx'
import type { LoadView } from './data-uploads.contract.ts'
import styles from './DataUploads.module.css'
import { uploadMessages } from './upload-panel.messages.ts'
import { useProblemsFile } from './use-data-uploads.ts'

/** What has to be put right in a file, by line and column, as a list and as a file (UPLOAD-09). */
export function LoadProblems({ load, page, onPage }: { load: LoadView; page: number; onPage: (page: number) => void }) {
  const id = useId()
  const file = useProblemsFile(load.id)
  const { data, total, per_page: pageSize } = load.errors
  return (
    <>
      <div className={styles.opener}>
        <p>
          <strong>{uploadMessages.problems(load.errorCount)}</strong>{' '}
          {total < load.errorCount && uploadMessages.listed(total)}
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
