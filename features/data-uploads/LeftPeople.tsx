import { useState } from 'react'
import { failureText } from '../../contract/call-failed.ts'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import type { LoadView } from './data-uploads.contract.ts'
import { uploadMessages } from './upload-panel.messages.ts'
import { useLeft } from './use-data-uploads.ts'

/** What undoing an upload has brought: how many are as before, and who was changed since and stays as they are. */
export function LeftPeople({ id, undone }: { id: string; undone: NonNullable<LoadView['undone']> }) {
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
  const query = useLeft(id, page)
  return (
    <DataTable
      caption={uploadMessages.leftCaption}
      columns={columns}
      rows={query.data?.data ?? []}
      rowKey={({ line }) => String(line)}
      state={query.data ? (query.isPlaceholderData ? 'refreshing' : 'ready') : query.isError ? 'failed' : 'loading'}
      empty={null}
      failed={query.isError ? failureText(query.error) : uploadMessages.leftFailed}
      onRetry={() => void query.refetch()}
      footer={
        query.data &&
        query.data.last_page > 1 && (
          <Pagination
            label={uploadMessages.leftPages}
            page={page}
            pageSize={query.data.per_page}
            total={query.data.total}
            onPage={setPage}
          />
        )
      }
    />
  )
}

const columns: Column<{ line: number; name: string; employeeNumber: string }>[] = [
  { key: 'person', header: uploadMessages.person, rowHeader: true, cell: ({ name }) => name },
  { key: 'number', header: uploadMessages.number, cell: ({ employeeNumber }) => employeeNumber },
]
