import { useState } from 'react'
import type { queryState } from '../../contract/query-state.ts'
import { guardMessages } from '../../contract/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { rowsText } from '../../ui/Pagination.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useSearchInAddress } from '../../ui/use-address-params.ts'
import type { PendingSelection } from './approvals.contract.ts'
import { approveMessages } from './approvals.messages.ts'
import { mostAtOnce } from './decision.contract.ts'
import styles from './Approvals.module.css'
import { DecisionDialog } from './DecisionDialog.tsx'

type ApprovalsTableProps = {
  caption: string
  searchName: string
  pending: readonly PendingSelection[]
  state: ReturnType<typeof queryState>
  onRetry: () => void
  onDecided: () => void
}

const FIND_FROM = 8

export function ApprovalsTable({ caption, searchName, pending, state, onRetry, onDecided }: ApprovalsTableProps) {
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const { typed: search, setTyped: setSearch } = useSearchInAddress(searchName)
  // The search box stays once it is shown, because it may have the focus.
  const [hasFind, setHasFind] = useState(false)
  if (!hasFind && (pending.length >= FIND_FROM || search !== '')) setHasFind(true)
  const [asking, setAsking] = useState<{ approval: boolean; about: PendingSelection[] } | null>(null)

  const found = pending.filter(({ employeeName }) => employeeName.toLowerCase().includes(search.trim().toLowerCase()))
  const shown = found.slice(0, mostAtOnce)
  const about = shown.filter(({ selectionId }) => checked.has(selectionId))
  const ask = (approval: boolean) => setAsking({ approval, about })

  return (
    <div className={styles.approvals}>
      {hasFind && (
        <div className={styles.find}>
          <TextField
            label={approveMessages.find}
            isFilter
            type="search"
            value={search}
            onChange={setSearch}
            autoComplete="off"
          />
        </div>
      )}
      <DataTable
        caption={caption}
        hideCaption
        columns={columnsOf(pending)}
        rows={shown}
        rowKey={({ selectionId }) => selectionId}
        state={state}
        loadingLabel={approveMessages.loading}
        empty={
          search ? (
            <EmptyState icon="search" title={approveMessages.noneFound} />
          ) : (
            <EmptyState title={approveMessages.none}>{approveMessages.noneYet}</EmptyState>
          )
        }
        failed={approveMessages.failed}
        refused={guardMessages.denied}
        onRetry={onRetry}
        found={rowsText(1, { per_page: mostAtOnce, total: found.length })}
        selection={{
          selected: checked,
          onChange: setChecked,
          allLabel: approveMessages.selectAll,
          selectable: ({ own }) => !own,
          rowLabel: ({ employeeName }) => approveMessages.select(employeeName),
        }}
      />
      {state === 'ready' && shown.length > 0 && (
        <div className={styles.decide}>
          <p role="status">
            {approveMessages.chosen(about.length, shown.length)}
            {shown.length < found.length && ` ${approveMessages.first(shown.length, found.length)}`}
          </p>
          <div className={styles.buttons}>
            <Button onClick={() => ask(true)}>{approveMessages.approve}</Button>
            <Button kind="secondary" onClick={() => ask(false)}>
              {approveMessages.reject}
            </Button>
          </div>
        </div>
      )}
      {asking && (
        <DecisionDialog
          {...asking}
          onClose={(decided) => {
            setAsking(null)
            if (decided) onDecided()
          }}
        />
      )}
    </div>
  )
}

function columnsOf(pending: readonly PendingSelection[]): Column<PendingSelection>[] {
  const labels = [...new Set(pending.flatMap(({ fields }) => Object.keys(fields)))]
  return [
    { key: 'employee', header: approveMessages.employee, cell: (row) => <EmployeeName {...row} />, rowHeader: true },
    ...labels.map((label): Column<PendingSelection> => ({
      key: `field ${label}`,
      header: label,
      cell: ({ fields }) => fields[label] ?? '–',
      ...(pending.every(({ fields }) => isAmount(fields[label])) && { align: 'end' }),
    })),
  ]
}

/** A missing field counts as an amount, so that selections without it do not change the column's alignment. */
function isAmount(field: string | undefined): boolean {
  return field === undefined || /^[-−+]?£/.test(field)
}

function EmployeeName({ employeeName, own }: PendingSelection) {
  return (
    <span>
      {employeeName}
      {own && <span className={styles.own}>{approveMessages.own}</span>}
    </span>
  )
}
