import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryState } from '../../contract/query-state.ts'
import { errorMessages, guardMessages } from '../../contract/messages.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/States.tsx'
import styles from './Reports.module.css'

type ReportListProps<Row> = {
  title: string
  say: { lead: string; loading: string; none: string; noneText: string }
  columns: readonly Column<Row>[]
  list: UseQueryResult<Row[]>
  rowKey: (row: Row) => string
  children?: ReactNode
}

export function CurrentDataReport<Row>({ title, say, columns, list, rowKey, children }: ReportListProps<Row>) {
  const rows = list.data ?? []
  return (
    <div className={styles.run}>
      <p className={styles.soft}>{say.lead}</p>
      <DataTable
        caption={title}
        hideCaption
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        state={queryState(list)}
        loadingLabel={say.loading}
        empty={
          <EmptyState icon="info" title={say.none}>
            {say.noneText}
          </EmptyState>
        }
        failed={errorMessages.retryLater}
        refused={guardMessages.denied}
        onRetry={() => void list.refetch()}
      />
      {rows.length > 0 && children}
    </div>
  )
}
