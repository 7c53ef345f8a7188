import type { UploadView, UnchangedPerson } from '../data-uploads/data-uploads.contract.ts'
import { UploadPreview } from './UploadPreview.tsx'
import { useState, useId } from 'react'
import type { Column } from '../../ui/DataTable.tsx'
import { PagedTable } from './PagedTable.tsx'
import { uploadMessages } from './upload-panel.messages.ts'
import { useUnchangedPeople, useProblemsFile } from './use-data-uploads.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { Pagination, rowsText } from '../../ui/Pagination.tsx'
import { UploadProblems } from '../../ui/UploadProblems.tsx'
import styles from './UploadPanel.module.css'

type UploadBodyProps = { upload: UploadView; page: number; onPage: (page: number) => void }

export function UploadBody({ upload, page, onPage }: UploadBodyProps) {
  switch (upload.status) {
    case 'refused':
      return <FaultList upload={upload} page={page} onPage={onPage} />
    case 'ready':
    case 'committing':
    case 'confirmed':
      return <UploadPreview upload={upload} />
    case 'undone':
      return upload.undone && <UnchangedPeople id={upload.id} undone={upload.undone} />
    case 'checking':
    case 'uploading':
    case 'undoing':
    case 'cancelled':
    case 'failed':
      return null
  }
}

function UnchangedPeople({ id, undone }: { id: string; undone: NonNullable<UploadView['undone']> }) {
  return (
    <>
      <p>{uploadMessages.takenBack(undone.takenBack)}</p>
      {undone.left > 0 && <p>{uploadMessages.left(undone.left)}</p>}
      {undone.left > 0 && <Left id={id} />}
    </>
  )
}

function Left({ id }: { id: string }) {
  const [page, setPage] = useState(1)
  return (
    <PagedTable
      caption={uploadMessages.leftCaption}
      columns={columns}
      rowKey={({ line }) => String(line)}
      empty={null}
      failed={uploadMessages.leftFailed}
      pagesLabel={uploadMessages.leftPages}
      query={useUnchangedPeople(id, page)}
      page={page}
      onPage={setPage}
    />
  )
}

const columns: Column<UnchangedPerson>[] = [
  { key: 'person', header: uploadMessages.person, rowHeader: true, cell: ({ name }) => name },
  { key: 'number', header: uploadMessages.number, cell: ({ employeeNumber }) => employeeNumber },
]

function FaultList({ upload, page, onPage }: { upload: UploadView; page: number; onPage: (page: number) => void }) {
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
          found={rowsText(page, upload.errors)}
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
