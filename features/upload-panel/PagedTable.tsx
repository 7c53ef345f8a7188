import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { queryState } from '../../contract/query-state.ts'
import { guardMessages } from '../../contract/messages.ts'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { Pagination, rowsText } from '../../ui/Pagination.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import styles from './UploadPanel.module.css'
import { uploadMessages } from './upload-panel.messages.ts'

type Paged<Row> = { data: Row[]; last_page: number; per_page: number; total: number }

type PagedTableProps<Row> = Pick<
  ComponentProps<typeof DataTable<Row>>,
  'caption' | 'hideCaption' | 'columns' | 'rowKey' | 'empty' | 'failed'
> & {
  query: UseQueryResult<Paged<Row>>
  page: number
  onPage: (page: number) => void
  pagesLabel: string
}

export function PagedTable<Row>({ query, page, onPage, pagesLabel, ...table }: PagedTableProps<Row>) {
  const { data: list } = query
  return (
    <DataTable
      {...table}
      rows={list?.data ?? []}
      state={list ? (query.isPlaceholderData ? 'refreshing' : 'ready') : queryState(query)}
      refused={guardMessages.denied}
      onRetry={() => void query.refetch()}
      found={list ? rowsText(page, list) : ''}
      footer={
        list &&
        list.last_page > 1 && (
          <Pagination label={pagesLabel} page={page} pageSize={list.per_page} total={list.total} onPage={onPage} />
        )
      }
    />
  )
}

type KindFilterProps<Kind extends string> = {
  kinds: readonly Kind[]
  words: Readonly<Record<Kind, string>>
  counts: Readonly<Record<Kind, number>>
  all: string
  kind: Kind | null
  onKind: (kind: Kind | null) => void
}

export function KindFilter<Kind extends string>({ kinds, words, counts, all, kind, onKind }: KindFilterProps<Kind>) {
  return (
    <div className={styles.filter}>
      <SelectField
        label={uploadMessages.show}
        isFilter
        value={kind ?? ''}
        onChange={(value) => onKind(kinds.find((each) => each === value) ?? null)}
        placeholder={all}
        choices={kinds
          .filter((each) => counts[each] > 0)
          .map((each) => ({ value: each, label: uploadMessages.effectCount(words[each], counts[each]) }))}
      />
    </div>
  )
}

export const personColumn: Column<{ name: string; employeeNumber: string | null }> = {
  key: 'person',
  header: uploadMessages.person,
  rowHeader: true,
  cell: ({ name, employeeNumber }) => (
    <div>
      {name} <span className={styles.soft}>{employeeNumber}</span>
    </div>
  ),
}
