import { penceFromPounds, poundsFromPence } from '../../contract/money.ts'
import { showMonth } from '../../contract/dates.ts'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { Money } from '../../ui/Money.tsx'
import { SidePanel, type PanelProps } from '../../ui/SidePanel.tsx'
import type { StatementRow } from './total-benefits.contract.ts'
import { statementMessages as say } from './statement.messages.ts'
import styles from './Statement.module.css'
import { useStatement } from './use-statement.ts'

/** C01: what was paid for the benefits of a group, month by month, a table a year (TOTAL-10). */
export function StatementPanel({ params: { groupId = '' }, onClose }: PanelProps) {
  const statement = useStatement(groupId)
  const years = [...Map.groupBy(statement.data ?? [], ({ year }) => year)]
  return (
    <SidePanel title={say.title} busy={false} error={null} onClose={onClose}>
      <div className={styles.statement}>
        {years.length > 0 ? (
          <>
            <p className={styles.note}>{say.lead}</p>
            {years.map(([year, rows]) => (
              <Months key={year} caption={String(year)} rows={[...rows, sumOf(year, rows)]} />
            ))}
          </>
        ) : (
          <DataTable
            caption={say.title}
            hideCaption
            columns={columns}
            rows={[]}
            rowKey={keyOf}
            state={statement.isError ? 'failed' : statement.isPending ? 'loading' : 'ready'}
            loadingLabel={say.loading}
            empty={say.none}
            failed={say.failed}
            onRetry={() => void statement.refetch()}
          />
        )}
      </div>
    </SidePanel>
  )
}

/** A month, or without one the whole year. */
type Line = Omit<StatementRow, 'month'> & { month: number | null }

function Months({ caption, rows }: { caption: string; rows: readonly Line[] }) {
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      state="ready"
      empty={say.none}
      failed={say.failed}
    />
  )
}

const columns: Column<Line>[] = [
  { key: 'month', header: say.month, rowHeader: true, cell: (line) => <Name line={line} /> },
  {
    key: 'employee',
    header: say.employee,
    align: 'end',
    cell: ({ employeeContribution }) => <Money amount={employeeContribution} />,
  },
  {
    key: 'employer',
    header: say.employer,
    align: 'end',
    cell: ({ employerContribution }) => <Money amount={employerContribution} />,
  },
]

function Name({ line: { year, month } }: { line: Line }) {
  if (month === null) return <strong>{say.inAll(year)}</strong>
  return showMonth(`${year}-${String(month).padStart(2, '0')}-01`)
}

function keyOf({ month }: Line): string {
  return String(month)
}

function sumOf(year: number, rows: readonly StatementRow[]): Line {
  const sum = (side: 'employeeContribution' | 'employerContribution') =>
    poundsFromPence(rows.reduce((total, row) => total + penceFromPounds(row[side]), 0n))
  return {
    year,
    month: null,
    employeeContribution: sum('employeeContribution'),
    employerContribution: sum('employerContribution'),
  }
}
