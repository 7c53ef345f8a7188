import { queryState } from '../../contract/query-state.ts'
import { guardMessages } from '../../contract/messages.ts'
import { Alert } from '../../ui/Alert.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { Money } from '../../ui/Money.tsx'
import type { PayrollLineView, DeductionAfterLastPeriodView } from '../payroll/payroll.contract.ts'
import { payrollMessages } from './reports.messages.ts'
import styles from './Reports.module.css'
import { usePayrollRun } from './use-reports.ts'

const SHOWN = 50

export function PayrollRunLines({ runId, name }: { runId: string; name: string }) {
  const run = usePayrollRun(runId)
  const lines = (run.data?.lines ?? []).map((line, number) => ({ ...line, number }))
  const shown = lines.slice(0, SHOWN)
  return (
    <>
      <DataTable
        caption={payrollMessages.linesOf(name)}
        columns={columns}
        rows={shown}
        rowKey={({ number }) => String(number)}
        state={queryState(run)}
        loadingLabel={payrollMessages.linesLoading}
        empty={payrollMessages.linesNone}
        failed={payrollMessages.linesFailed}
        refused={guardMessages.denied}
        onRetry={() => void run.refetch()}
        footer={
          shown.length < lines.length && (
            <p className={styles.soft}>{payrollMessages.firstOf(shown.length, lines.length)}</p>
          )
        }
      />
      <Unplanned owed={run.data?.unplanned ?? []} />
    </>
  )
}

function Unplanned({ owed }: { owed: readonly DeductionAfterLastPeriodView[] }) {
  if (owed.length === 0) return null
  const lines = owed.map((one, number) => ({ ...one, number }))
  return (
    <>
      <Alert kind="warning" title={payrollMessages.unplanned}>
        {payrollMessages.unplannedText}
      </Alert>
      <ul role="list" aria-label={payrollMessages.unplanned}>
        {lines.slice(0, SHOWN).map(({ number, ...one }) => (
          <li key={number}>{payrollMessages.unplannedOf(one)}</li>
        ))}
      </ul>
      {owed.length > SHOWN && <p>{payrollMessages.unplannedMore(owed.length - SHOWN)}</p>}
    </>
  )
}

const columns: Column<PayrollLineView & { number: number }>[] = [
  { key: 'employee', header: payrollMessages.employee, rowHeader: true, cell: ({ employeeName }) => employeeName },
  { key: 'number', header: payrollMessages.employeeNumber, cell: ({ employeeNumber }) => employeeNumber },
  { key: 'benefit', header: payrollMessages.benefit, cell: ({ benefitName }) => benefitName },
  { key: 'pay-code', header: payrollMessages.payCode, cell: ({ payCode }) => payCode },
  { key: 'change', header: payrollMessages.change, cell: changeInWords },
  {
    key: 'employee-amount',
    header: payrollMessages.employeeTotal,
    align: 'end',
    cell: ({ employeeAmount }) => <Money amount={employeeAmount} />,
  },
  {
    key: 'employer-amount',
    header: payrollMessages.employerTotal,
    align: 'end',
    cell: ({ employerAmount }) => <Money amount={employerAmount} />,
  },
]

function changeInWords({ changeType, adjustmentReason }: PayrollLineView): string {
  return adjustmentReason ? `${changeType}: ${adjustmentReason}` : changeType
}
