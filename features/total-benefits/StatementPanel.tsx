import { sumPounds } from '../../contract/money.ts'
import { showMonth } from '../../contract/dates.ts'
import { SidePanel, type PanelProps } from '../../ui/SidePanel.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import { AmountsTable } from './AmountsTable.tsx'
import type { StatementRow } from './total-benefits.contract.ts'
import { statementMessages as say } from './statement.messages.ts'
import { useStatement } from './use-total-benefits.ts'

export function StatementPanel({ params: { groupId = '' }, onClose }: PanelProps) {
  const statement = useStatement(groupId)
  return (
    <SidePanel title={say.title} busy={false} error={null} onClose={onClose}>
      {statement.data ? (
        <Years rows={statement.data} />
      ) : statement.isError ? (
        <ErrorState error={statement.error} title={say.failed} onRetry={() => void statement.refetch()} />
      ) : (
        <Loading label={say.loading}>
          <Skeleton shape="heading" />
          <Skeleton shape="block" />
        </Loading>
      )}
    </SidePanel>
  )
}

function Years({ rows }: { rows: readonly StatementRow[] }) {
  if (rows.length === 0) return <EmptyState title={say.none} />
  return (
    <>
      <p>{say.lead}</p>
      {[...Map.groupBy(rows, ({ year }) => year)].map(([year, months]) => (
        <AmountsTable
          key={year}
          caption={String(year)}
          headings={[say.month, say.employee, say.employer]}
          lines={[...months.map(lineOf), { label: say.inAll(year), amounts: sumsOf(months) }]}
        />
      ))}
    </>
  )
}

function lineOf({ year, month, employeeContribution, employerContribution }: StatementRow) {
  const label = showMonth(`${year}-${String(month).padStart(2, '0')}-01`)
  return { label, amounts: [employeeContribution, employerContribution] as const }
}

function sumsOf(rows: readonly StatementRow[]): readonly [number, number] {
  return [
    sumPounds(rows.map(({ employeeContribution }) => employeeContribution)),
    sumPounds(rows.map(({ employerContribution }) => employerContribution)),
  ]
}
