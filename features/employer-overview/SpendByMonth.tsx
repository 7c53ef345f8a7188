import { showMonth, type IsoDate } from '../../contract/dates.ts'
import { errorMessages } from '../../contract/messages.ts'
import { sumPounds } from '../../contract/money.ts'
import { Card } from '../../ui/Card.tsx'
import type { Series } from '../../ui/ChartFigure.tsx'
import { ChipSelect } from '../../ui/ChipSelect.tsx'
import { ColumnChart } from '../../ui/ColumnChart.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import { useAddressParam, useSetAddress } from '../../ui/use-address-params.ts'
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
  const filters = useSpendFilters(overview)
  const months = [...new Set(overview.spend.map(({ month }) => month))]
  const last = months.at(-1)
  if (!last) return <EmptyState title={messages.spendByMonth}>{messages.noSpend}</EmptyState>
  const series = seriesOf(overview, { months, filters })
  const total = series.every(({ values }) => values.at(-1) === null)
    ? null
    : sumPounds(series.map(({ values }) => values.at(-1) ?? 0))
  return (
    <div className={styles.spend}>
      {filters.length > 0 && (
        <div role="group" aria-label={messages.filters} className={styles.chips}>
          {filters.map(({ name, label, all, value, choices, choose }) => (
            <ChipSelect
              key={name}
              label={label}
              value={value}
              choices={[{ value: '', label: all }, ...choices]}
              onChange={choose}
            />
          ))}
        </div>
      )}
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

type Filter = ReturnType<typeof useSpendFilters>[number]

/** Only one filter can be set, because few people may be in two groups at once (S-53). */
function useSpendFilters({ payrolls, spendParts }: DashboardOverview) {
  const setAddress = useSetAddress()
  const set = {
    payroll: useAddressParam('payroll'),
    department: useAddressParam('department'),
    location: useAddressParam('location'),
  }
  const groups = (by: 'department' | 'location') =>
    spendParts.parts.flatMap((part) => (part.by === by && part.name ? [{ value: part.name, label: part.name }] : []))
  const choices = {
    payroll: payrolls.map(({ payrollId, name }) => ({ value: payrollId, label: name })),
    department: groups('department'),
    location: groups('location'),
  }
  const chosen = filterNames.find((name) => choices[name].some(({ value }) => value === set[name]))
  return filterNames
    .filter((name) => choices[name].length > 1)
    .map((name) => ({
      name,
      label: messages[name],
      all: messages.all[name],
      value: name === chosen ? set[name] : '',
      choices: choices[name].toSorted((a, b) => a.label.localeCompare(b.label, 'en-GB')),
      choose: (value: string) => setAddress({ payroll: '', department: '', location: '', [name]: value }),
    }))
}

const filterNames = ['payroll', 'department', 'location'] as const

function seriesOf(
  { spend, spendParts }: DashboardOverview,
  { months, filters }: { months: readonly IsoDate[]; filters: readonly Filter[] },
): Series[] {
  const filter = filters.find(({ value }) => value !== '')
  const group = spendParts.parts.find(({ by, name }) => by === filter?.name && name === filter?.value)
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
