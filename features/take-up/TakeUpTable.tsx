import { paths } from '../../contract/paths.ts'
import { guardMessages } from '../../contract/messages.ts'
import { Badge } from '../../ui/Badge.tsx'
import { DataTable, type Column, type Sorting } from '../../ui/DataTable.tsx'
import { Link } from '../../ui/Link.tsx'
import { allRowsText } from '../../ui/Pagination.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { usePanels } from '../../ui/use-panel.ts'
import type { PeopleList, TakeUpColumn, TakeUpRow, TakeUpSort } from './take-up.contract.ts'
import { takeUpMessages as say } from './take-up.messages.ts'
import { showTakeUp } from './take-up.rules.ts'
import styles from './TakeUp.module.css'
import { useGroupInLinks } from './use-group-filter.ts'

type TakeUpTableProps = {
  caption: string
  rows: readonly TakeUpRow[]
  inGroup?: boolean
  state: 'loading' | 'failed' | 'refused' | 'ready'
  sort: TakeUpSort | null
  onSort: (sort: TakeUpSort) => void
  onRetry: () => void
}

export function TakeUpTable({ caption, rows, inGroup = false, state, sort, onSort, onRetry }: TakeUpTableProps) {
  return (
    <DataTable
      caption={caption}
      hideCaption={!inGroup}
      columns={inGroup ? columns.filter(({ key }) => key !== 'category') : columns}
      rows={rows}
      rowKey={({ benefitId }) => benefitId}
      state={state}
      loadingLabel={say.loading}
      empty={<EmptyState title={say.none}>{say.noneYet}</EmptyState>}
      failed={say.failed}
      refused={guardMessages.denied}
      onRetry={onRetry}
      {...(!inGroup && { found: allRowsText(rows.length) })}
      sorting={{ ...sortingOf(sort), onSort: (sorting) => onSort(sortOf(sorting)) }}
    />
  )
}

const columns: Column<TakeUpRow>[] = [
  { key: 'name', header: say.benefit, rowHeader: true, sortable: true, cell: (row) => <Benefit {...row} /> },
  { key: 'category', header: say.category, cell: ({ categoryLabel }) => categoryLabel },
  figure('eligible', 'eligible'),
  figure('selected', 'selected'),
  figure('optedOut', 'opted-out'),
  { key: 'takeUp', header: say.takeUp, align: 'end', sortable: true, cell: (row) => <Share {...row} /> },
]

function figure(key: 'eligible' | 'selected' | 'optedOut', of: PeopleList): Column<TakeUpRow> {
  return {
    key,
    header: say[key],
    align: 'end',
    sortable: true,
    cell: (row) => <Figure row={row} of={of} count={row[key]} />,
  }
}

function Share({ takeUp, lastYear }: TakeUpRow) {
  return (
    <div>
      {showTakeUp(takeUp)}
      {lastYear !== null && <div className={styles.before}>{say.lastYear(showTakeUp(lastYear))}</div>}
    </div>
  )
}

function Benefit({ benefitId, name, offered }: TakeUpRow) {
  const filter = useGroupInLinks()
  return (
    <div>
      <Link to={paths.benefitTakeUp(benefitId) + filter}>{name}</Link>
      {!offered && (
        <div>
          <Badge>{say.noLongerOffered}</Badge>
        </div>
      )}
    </div>
  )
}

function Figure({ row, of, count }: { row: TakeUpRow; of: PeopleList; count: number }) {
  const { open } = usePanels()
  const shown = count.toLocaleString('en-GB')
  if (count === 0) return shown
  return (
    <LinkButton
      aria-label={say.figure[of](count, row.name)}
      onClick={() => open('view-benefit-takeup-detail', { benefitId: row.benefitId, holding: of })}
    >
      {shown}
    </LinkButton>
  )
}

function sortingOf(sort: TakeUpSort | null): Sorting {
  return { by: sort?.replace('-', '') ?? '', direction: sort?.startsWith('-') ? 'descending' : 'ascending' }
}

function sortOf({ by, direction }: Sorting): TakeUpSort {
  // Only columns with these keys can be sorted.
  const column = by as TakeUpColumn
  return direction === 'descending' ? `-${column}` : column
}
