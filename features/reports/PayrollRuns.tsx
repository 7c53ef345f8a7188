import { useState } from 'react'
import { londonDate, showDate } from '../../contract/dates.ts'
import { queryState } from '../../contract/query-state.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { Money } from '../../ui/Money.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import type { PayrollRunView } from '../payroll/payroll.contract.ts'
import { DownloadButton } from './DownloadButton.tsx'
import { LockPayrollRunDialog } from './LockPayrollRunDialog.tsx'
import { OpenPayrollRun } from './OpenPayrollRun.tsx'
import { payrollMessages, reportMessages } from './reports.messages.ts'
import styles from './Reports.module.css'
import { usePayrollRuns } from './use-reports.ts'

export function PayrollRuns() {
  const runs = usePayrollRuns()
  const face = queryState(runs)
  const [asked, setAsked] = useState<PayrollRunView | null>(null)
  return (
    <section className={styles.section} aria-labelledby="payroll-runs">
      <div>
        <h2 id="payroll-runs">{payrollMessages.runs}</h2>
        <p className={styles.soft}>{payrollMessages.runsLead}</p>
      </div>
      {face === 'loading' && (
        <Loading label={payrollMessages.loading}>
          <Skeleton shape="card" />
          <Skeleton shape="card" />
          <Skeleton shape="block" />
        </Loading>
      )}
      {runs.isError && (
        <Card>
          <ErrorState error={runs.error} title={payrollMessages.failed} onRetry={() => void runs.refetch()} />
        </Card>
      )}
      {/* After a failure, shows the data loaded before. */}
      {face !== 'refused' && runs.data && <Runs runs={runs.data} onLock={setAsked} />}
      {asked && (
        <LockPayrollRunDialog
          run={runs.data?.find(({ runId }) => runId === asked.runId) ?? asked}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  )
}

const LATEST = 6

function Runs({ runs, onLock }: { runs: readonly PayrollRunView[]; onLock: (run: PayrollRunView) => void }) {
  const open = runs.filter(({ state }) => state === 'open')
  const locked = runs.filter(({ state }) => state === 'locked')
  const [showsAll, setShowsAll] = useState(false)
  if (runs.length === 0) {
    return (
      <Card>
        <EmptyState icon="calendar" title={payrollMessages.none}>
          {payrollMessages.noneYet}
        </EmptyState>
      </Card>
    )
  }
  return (
    <>
      <div className={styles.openRuns}>
        {open.map((run) => (
          <OpenPayrollRun key={run.runId} run={run} onLock={() => onLock(run)} />
        ))}
      </div>
      <DataTable
        caption={payrollMessages.lockedRuns}
        columns={lockedColumns}
        rows={showsAll ? locked : locked.slice(0, LATEST)}
        rowKey={({ runId }) => runId}
        state="ready"
        empty={<p className={styles.soft}>{payrollMessages.noLockedRuns}</p>}
        failed={payrollMessages.failed}
      />
      {locked.length > LATEST && (
        <div>
          <Button kind="secondary" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? payrollMessages.showLatestRuns(LATEST) : payrollMessages.showAllRuns(locked.length)}
          </Button>
        </div>
      )}
    </>
  )
}

const lockedColumns: Column<PayrollRunView>[] = [
  {
    key: 'run',
    header: payrollMessages.run,
    rowHeader: true,
    cell: (run) => payrollMessages.runName(run.payrollName, run.label),
  },
  {
    key: 'locked-on',
    header: payrollMessages.lockedOn,
    cell: ({ lockedAt }) => lockedAt && showDate(londonDate(new Date(lockedAt))),
  },
  { key: 'pay-day', header: payrollMessages.payDay, cell: ({ payOn }) => showDate(payOn) },
  {
    key: 'lines',
    header: payrollMessages.lines,
    align: 'end',
    cell: ({ lineCount }) => lineCount.toLocaleString('en-GB'),
  },
  {
    key: 'employee',
    header: payrollMessages.employeeTotal,
    align: 'end',
    cell: ({ employeeTotal }) => <Money amount={employeeTotal} />,
  },
  {
    key: 'employer',
    header: payrollMessages.employerTotal,
    align: 'end',
    cell: ({ employerTotal }) => <Money amount={employerTotal} />,
  },
  {
    key: 'file',
    header: reportMessages.file,
    cell: ({ reportId, payrollName, label }) =>
      reportId && (
        <div className={styles.file}>
          <DownloadButton reportId={reportId} label={payrollMessages.runName(payrollName, label)} />
        </div>
      ),
  },
]
