import { useState } from 'react'
import type { Column } from '../../ui/DataTable.tsx'
import type { UploadLeft, UploadView } from './data-uploads.contract.ts'
import { PagedTable } from './PagedTable.tsx'
import { uploadMessages } from './upload-panel.messages.ts'
import { useLeft } from './use-data-uploads.ts'

/** How many people were restored, and who was left unchanged because of later changes. */
export function UnchangedPeople({ id, undone }: { id: string; undone: NonNullable<UploadView['undone']> }) {
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
      query={useLeft(id, page)}
      page={page}
      onPage={setPage}
    />
  )
}

const columns: Column<UploadLeft>[] = [
  { key: 'person', header: uploadMessages.person, rowHeader: true, cell: ({ name }) => name },
  { key: 'number', header: uploadMessages.number, cell: ({ employeeNumber }) => employeeNumber },
]
