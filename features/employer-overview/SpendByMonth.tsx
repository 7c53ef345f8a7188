import { showMonth, type IsoDate } from '../../contract/dates.ts'
import { errorMessages } from '../../contract/messages.ts'
import { sumPounds } from '../../contract/money.ts'
import { Card } from '../../ui/Card.tsx'
import type { Series } from '../../ui/ChartFigure.tsx'
import { ColumnChart } from '../../ui/ColumnChart.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import { GroupFilters } from '../take-up/GroupFilters.tsx'
import type { PeopleGroup } from '../take-up/people-groups.rules.ts'
import { chosenGroup, useGroupInAddress } from '../take-up/use-group-filter.ts'
import { employerDashboardMessages as messages, showWholePounds } from './employer-dashboard.messages.ts'
import styles from './EmployerDashboard.module.css'
import type { DashboardOverview } from './overview.contract.ts'
import { spendSeries } from './spend.rules.ts'
import { useOverview } from './use-employer-dashboard.ts'

export function SpendByMonth() {
  const query = useOverview()
  return (
    <Card as="section">
      {query.isPending && (
        <Loading label={messages.loading}>
          <Skeleton shape="card" />
        </Loading>
      )}
      {query.isError && (
        <ErrorState error={query.error} title={errorMessages.retryLater} onRetry={() => void query.refetch()} />
      )}
      {query.data && <SpendChart overview={query.data} />}
    </Card>
  )
}

function SpendChart({ overview }: { overview: DashboardOverview }) {
  const groups = groupsOf(overview)
  const filter = chosenGroup(groups, useGroupInAddress())
  const months = [...new Set(overview.spend.map(({ month }) => month))]
  const last = months.at(-1)
  if (!last) return <EmptyState title={messages.spendByMonth}>{messages.noSpend}</EmptyState>
  const series = seriesOf(overview, { months, filter })
  const total = series.every(({ values }) => values.at(-1) === null)
    ? null
    : sumPounds(series.map(({ values }) => values.at(-1) ?? 0))
  return (
    <div className={styles.spend}>
      <GroupFilters groups={groups} />
      <ColumnChart
        title={messages.spendByMonth}
        summary={total === null ? messages.fewIn(showMonth(last)) : messages.spendOf(total, showMonth(last))}
        labelHeader={messages.month}
        labels={months.map(showMonth)}
        series={series}
        show={showWholePounds}
      />
    </div>
  )
}

/** Groups for which the client has data. */
function groupsOf({ payrolls, spendParts }: DashboardOverview): PeopleGroup[] {
  return [
    ...payrolls.map(({ payrollId, name }) => ({ by: 'payroll' as const, value: payrollId, name })),
    ...spendParts.parts.flatMap(({ by, name }) =>
      (by === 'department' || by === 'location') && name ? [{ by, value: name, name }] : [],
    ),
  ]
}

function seriesOf(
  { spend, spendParts }: DashboardOverview,
  { months, filter }: { months: readonly IsoDate[]; filter: PeopleGroup | undefined },
): Series[] {
  const group = spendParts.parts.find(({ by, name }) => by === filter?.by && name === filter.value)
  if (group) {
    return [
      {
        name: group.name ?? '',
        values: months.map((month) => group.amounts[spendParts.months.indexOf(month)] ?? null),
      },
    ]
  }
  const shown = spend.filter(({ payrollId }) => !filter || payrollId === filter.value)
  const series = spendSeries(shown, { months, rest: messages.rest })
  return series.length > 0 ? series : [{ name: messages.spendByMonth, values: months.map(() => 0) }]
}
