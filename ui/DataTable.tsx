import './icon-shapes.ts'
import { useState, type ReactNode } from 'react'
import { Checkbox } from './Checkbox.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import { Loading, Skeleton } from './Skeleton.tsx'
import { EmptyState, ErrorState, RefusedState } from './States.tsx'
import { uiMessages } from './ui.messages.ts'
import styles from './DataTable.module.css'
import { useScrollRegion } from './use-scroll-region.ts'

export type Column<Row> = {
  key: string
  header: string
  hideHeader?: boolean
  cell: (row: Row) => ReactNode
  rowHeader?: boolean
  align?: 'start' | 'end'
  sortable?: boolean
  alsoSortable?: { key: string; header: string }
  isHiddenOnPhone?: boolean
}

export type Sorting = { by: string; direction: 'ascending' | 'descending' }

type DataTableProps<Row> = {
  caption: string
  hideCaption?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** `failed`, `refused` and `loading` replace the table, `refreshing` keeps its rows. `empty` is shown without rows. */
  state: 'loading' | 'failed' | 'refused' | 'ready' | 'refreshing'
  loadingLabel?: string
  empty: ReactNode
  failed: ReactNode
  refused?: ReactNode
  onRetry?: () => void
  selection?: {
    selected: ReadonlySet<string>
    onChange: (selected: ReadonlySet<string>) => void
    allLabel: string
    rowLabel: (row: Row) => string
    selectable?: (row: Row) => boolean
  }
  sorting?: Sorting & { onSort: (sorting: Sorting) => void }
  /** Announced after each search or filter, such as '240 rows', or `empty` for no rows. */
  found?: string
  footer?: ReactNode
  onPhone?: 'cards' | 'list'
  hasStickyHead?: boolean
  isCompact?: boolean
}

/** A table that becomes a list of cards on a phone. Its roles are explicit, because block layout removes them. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, rows, state, empty, found } = props
  // Headings stay while rows load or if they can't be loaded, because a heading may have the focus.
  const [wasShown, setShown] = useState(false)
  const hasRows = rows.length > 0 && (state === 'ready' || state === 'refreshing')
  if (!wasShown && hasRows) setShown(true)
  if (state === 'refused') return <RefusedState title={props.refused} />
  const instead =
    state === 'failed' ? (
      <ErrorState error={null} title={props.failed} {...(props.onRetry && { onRetry: props.onRetry })} />
    ) : state === 'loading' ? (
      <LoadingRows label={props.loadingLabel ?? uiMessages.loading(caption)} />
    ) : null
  const nothing = !instead && !hasRows && (typeof empty === 'string' ? <EmptyState title={empty} /> : empty)
  return (
    <>
      {/* The live region is always in the page, so that screen readers announce each new result. */}
      {found === undefined ? (
        nothing
      ) : (
        <div role="status" className={nothing ? undefined : 'visually-hidden'}>
          {nothing || (state === 'ready' && found)}
        </div>
      )}
      {hasRows || (instead && wasShown) ? <Table {...props} rows={instead ? [] : rows} instead={instead} /> : instead}
    </>
  )
}

function Table<Row>(props: DataTableProps<Row> & { instead: ReactNode }) {
  const { caption, hideCaption = false, columns, rows, rowKey, state, selection, sorting } = props
  const { onPhone = 'cards', hasStickyHead = false, isCompact = false } = props
  const region = useScrollRegion(caption)
  const selectable = (row: Row) => selection?.selectable?.(row) ?? true
  const keys = rows.filter(selectable).map(rowKey)
  const chosen = selection ? keys.filter((key) => selection.selected.has(key)).length : 0

  return (
    <div
      {...region}
      className={classNames(styles.frame, hasStickyHead && styles.sticky, isCompact && styles.compact)}
      data-on-phone={onPhone}
    >
      <table className={styles.table} role="table" aria-busy={state === 'refreshing' || undefined}>
        <caption className={hideCaption ? 'visually-hidden' : styles.caption}>{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {selection && (
              <th role="columnheader" scope="col" className={styles.tick}>
                <Checkbox
                  hideLabel
                  label={selection.allLabel}
                  checked={keys.length > 0 && chosen === keys.length}
                  mixed={chosen > 0 && chosen < keys.length}
                  onChange={(all) => selection.onChange(withKeys(selection.selected, keys, all))}
                />
                <span className={styles.allWord} aria-hidden="true">
                  {selection.allLabel}
                </span>
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                data-align={column.align}
                data-hidden={column.isHiddenOnPhone || undefined}
                aria-sort={column.sortable ? (isSortedBy(column, sorting) ? sorting?.direction : 'none') : undefined}
              >
                <Heading column={column} sorting={sorting} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => {
            const key = rowKey(row)
            const isChosen = selection?.selected.has(key) ?? false
            return (
              <tr key={key} role="row" className={classNames(isChosen && styles.chosen)}>
                {selection && (
                  <td role="cell" className={styles.tick}>
                    <Checkbox
                      hideLabel
                      label={selection.rowLabel(row)}
                      checked={isChosen}
                      disabled={!selectable(row)}
                      onChange={(on) => selection.onChange(withKeys(selection.selected, [key], on))}
                    />
                  </td>
                )}
                {columns.map((column) => {
                  const content = column.cell(row)
                  const label = hasContent(content) && !column.hideHeader && <CellLabel text={column.header} />
                  return column.rowHeader ? (
                    <th key={column.key} role="rowheader" scope="row">
                      {label}
                      {content}
                    </th>
                  ) : (
                    <td
                      key={column.key}
                      role="cell"
                      data-align={column.align}
                      data-hidden={column.isHiddenOnPhone || undefined}
                    >
                      {label}
                      {content}
                    </td>
                  )
                })}
              </tr>
            )
          })}
        </tbody>
      </table>
      {props.instead && <div className={styles.instead}>{props.instead}</div>}
      {props.footer && <div className={styles.footer}>{props.footer}</div>}
    </div>
  )
}

function hasContent(content: ReactNode): boolean {
  return content !== null && content !== undefined && content !== false && content !== ''
}

function CellLabel({ text }: { text: string }) {
  return (
    <span className={styles.cellLabel} aria-hidden="true">
      {text}
    </span>
  )
}

function Heading<Row>({ column, sorting }: { column: Column<Row>; sorting: DataTableProps<Row>['sorting'] }) {
  if (column.hideHeader) return <span className="visually-hidden">{column.header}</span>
  if (!column.sortable || !sorting) return column.header
  return (
    <>
      <SortButton column={column} sorting={sorting} />
      {column.alsoSortable && <SortButton column={column.alsoSortable} sorting={sorting} />}
    </>
  )
}

function isSortedBy<Row>({ key, alsoSortable }: Column<Row>, sorting: DataTableProps<Row>['sorting']): boolean {
  return sorting !== undefined && [key, alsoSortable?.key].includes(sorting.by)
}

function SortButton<Row>({
  column,
  sorting,
}: {
  column: Pick<Column<Row>, 'key' | 'header'>
  sorting: NonNullable<DataTableProps<Row>['sorting']>
}) {
  const current = sorting.by === column.key
  const next = current && sorting.direction === 'ascending' ? 'descending' : 'ascending'
  const icon = !current ? 'sort' : sorting.direction === 'ascending' ? 'sortUp' : 'sortDown'
  return (
    <button type="button" className={styles.sort} onClick={() => sorting.onSort({ by: column.key, direction: next })}>
      {column.header}
      <Icon name={icon} size={16} />
    </button>
  )
}

function LoadingRows({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <Skeleton shape="heading" />
      {[1, 2, 3, 4, 5].map((line) => (
        <Skeleton key={line} />
      ))}
    </Loading>
  )
}

function withKeys(selected: ReadonlySet<string>, keys: readonly string[], on: boolean): ReadonlySet<string> {
  const next = new Set(selected)
  for (const key of keys) {
    if (on) next.add(key)
    else next.delete(key)
  }
  return next
}
