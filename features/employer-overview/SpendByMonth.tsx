import { useState } from 'react'
import { showMonth } from '../../contract/dates.ts'
import { errorMessages, guardMessages } from '../../contract/messages.ts'
import { queryState } from '../../contract/query-state.ts'
import { Card } from '../../ui/Card.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { ColumnChart } from '../../ui/ColumnChart.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { EmptyState, ErrorState, RefusedState } from '../../ui/States.tsx'
import { employerDashboardMessages as messages, showWholePounds } from './employer-dashboard.messages.ts'
import styles from './EmployerDashboard.module.css'
import type { DashboardOverview } from './overview.contract.ts'
import { spendSeries, totalOfMonth } from './spend.rules.ts'
import { useOverview } from './use-employer-dashboard.ts'

export function SpendByMonth() {
  const query = useOverview()
  const face = queryState(query)
  return (
    <Card as="section">
      {face === 'loading' && (
        <Loading label={messages.loading}>
          <Skeleton shape="card" />
        </Loading>
      )}
      {face === 'refused' && <RefusedState title={guardMessages.denied} />}
      {face === 'failed' && <ErrorState title={errorMessages.retryLater} onRetry={() => void query.refetch()} />}
      {query.data && <SpendChart overview={query.data} />}
    </Card>
  )
}

function SpendChart({ overview: { spend, payrolls } }: { overview: DashboardOverview }) {
  const [payroll, choosePayroll] = useState('')
  const shown = spend.filter(({ payrollId }) => payroll === '' || payrollId === payroll)
  const months = [...new Set(spend.map(({ month }) => month))]
  const last = months.at(-1)
  if (!last) return <EmptyState title={messages.spendByMonth}>{messages.noSpend}</EmptyState>
  return (
    <div className={styles.spend}>
      {payrolls.length > 1 && (
        <div role="group" aria-label={messages.payroll} className={styles.chips}>
          {[{ payrollId: '', name: messages.allPayrolls }, ...payrolls].map(({ payrollId, name }) => (
            <Chip key={payrollId} pressed={payrollId === payroll} onPress={() => choosePayroll(payrollId)}>
              {name}
            </Chip>
          ))}
        </div>
      )}
      <ColumnChart
        title={messages.spendByMonth}
        summary={messages.spendOf(totalOfMonth(shown, last), showMonth(last))}
        labelHeader={messages.month}
        labels={months.map(showMonth)}
        series={spendSeries(shown, { months, rest: messages.rest })}
        show={showWholePounds}
      />
    </div>
  )
}
