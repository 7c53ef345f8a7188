import { useId, useState, type ReactNode } from 'react'
import { queryState } from '../../contract/query-state.ts'
import { errorMessages, guardMessages } from '../../contract/messages.ts'
import type { PersonId } from '../../contract/ids.ts'
import { Button } from '../../ui/Button.tsx'
import { ChipSelect } from '../../ui/ChipSelect.tsx'
import { DataTable, type Column, type Sorting } from '../../ui/DataTable.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { FileFormatField, type FileFormat } from '../../ui/FileFormat.tsx'
import { Pagination, rowsText } from '../../ui/Pagination.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { useLastPage } from '../../ui/use-last-page.ts'
import { employeeMessages } from './employees.messages.ts'
import styles from './Employees.module.css'
import { useEmployeesDownload, type Listing, type YesNo } from './use-employees.ts'

type ListQuery<Row> = {
  data: Row[]
  per_page: number
  total: number
  more: boolean
  next: PersonId | null
  previous: PersonId | null
}

type PeopleListProps<Row> = {
  list: 'employees' | 'two-factor'
  caption: string
  columns: readonly Column<Row>[]
  listing: Listing
  query: {
    status: 'pending' | 'error' | 'success'
    error: unknown
    data: ListQuery<Row> | undefined
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  filter: { label: string; yes: string; no: string }
  sorting?: Sorting & { onSort: (sorting: Sorting) => void }
  downloadLabel: string
  isCompact?: boolean
  viewButton?: ReactNode
}

export function PagedPeopleTable<Row extends { employeeId: string }>(props: PeopleListProps<Row>) {
  const { list, caption, columns, listing, query, filter, sorting, isCompact = false, viewButton } = props
  const isBeyondEnd = useLastPage('page', query)
  // A new request hides the previous rows (EMP-15). Headings and pagination stay, because they may have the focus.
  const face = query.isPlaceholderData || isBeyondEnd ? 'loading' : queryState(query)
  return (
    <>
      <div className={styles.tools}>
        <div className={styles.search}>
          <SearchField
            label={employeeMessages.search}
            clearLabel={employeeMessages.clearSearch}
            value={listing.typed}
            onChange={listing.setTyped}
          />
        </div>
        <div className={styles.chips}>
          <ChipSelect
            label={filter.label}
            value={listing.filter ?? ''}
            // The choices have these two values and an empty one.
            onChange={(value) => listing.setFilter((value || null) as YesNo | null)}
            choices={[
              { value: '', label: employeeMessages.everybody },
              { value: '1', label: filter.yes },
              { value: '0', label: filter.no },
            ]}
          />
          {list === 'employees' && (
            <ChipSelect
              label={employeeMessages.employmentFilter}
              value={listing.left ?? ''}
              onChange={(value) => listing.setLeft((value || null) as YesNo | null)}
              choices={[
                { value: '', label: employeeMessages.everybody },
                { value: '0', label: employeeMessages.onlyEmployed },
                { value: '1', label: employeeMessages.onlyLeft },
              ]}
            />
          )}
          {viewButton}
        </div>
      </div>
      {query.data?.more && <p role="status">{employeeMessages.manyMatch(query.data.total)}</p>}
      <DataTable
        caption={caption}
        hideCaption
        columns={columns}
        rows={query.data?.data ?? []}
        rowKey={({ employeeId }) => employeeId}
        state={face}
        loadingLabel={employeeMessages.loading}
        empty={<NoPeople listing={listing} />}
        failed={errorMessages.retryLater}
        refused={guardMessages.denied}
        onRetry={() => void query.refetch()}
        {...(sorting && { sorting })}
        found={query.data ? rowsText(listing.place.page, query.data) : ''}
        onPhone="list"
        hasStickyHead
        isCompact={isCompact}
        footer={query.data && query.data.total > 0 && <Pages listing={listing} query={query} answered={query.data} />}
      />
      {query.data && query.data.total > 0 && <Download {...props} />}
    </>
  )
}

function NoPeople({ listing }: { listing: Listing }) {
  if (!listing.isNarrowed) return <EmptyState title={employeeMessages.none}>{employeeMessages.noneYet}</EmptyState>
  return (
    <EmptyState
      icon="search"
      title={employeeMessages.none}
      action={
        <Button kind="secondary" onClick={listing.showAll}>
          {employeeMessages.showAll}
        </Button>
      }
    >
      {employeeMessages.noneFits}
    </EmptyState>
  )
}

type PagesProps<Row> = Pick<PeopleListProps<Row>, 'listing' | 'query'> & { answered: ListQuery<Row> }

function Pages<Row>({ listing, query: { isPlaceholderData }, answered }: PagesProps<Row>) {
  return (
    <Pagination
      label={employeeMessages.pages}
      page={listing.place.page}
      pageSize={answered.per_page}
      total={answered.total}
      // The `next` and `previous` of the previous request belong to another page.
      onPage={(wanted) => listing.goTo(wanted, isPlaceholderData ? { next: null, previous: null } : answered)}
    />
  )
}

function Download<Row>({ list, listing, downloadLabel }: PeopleListProps<Row>) {
  const id = useId()
  const [format, setFormat] = useState<FileFormat>('csv')
  const download = useEmployeesDownload(list, listing)
  return (
    <div className={styles.file}>
      <FileFormatField value={format} onChange={setFormat} />
      <Button
        kind="secondary"
        icon="download"
        busy={download.isPending}
        busyLabel={employeeMessages.downloading}
        onClick={() => download.mutate(format)}
      >
        {downloadLabel}
      </Button>
      <FieldError id={id}>{download.isError && errorMessages.retryLater}</FieldError>
    </div>
  )
}
