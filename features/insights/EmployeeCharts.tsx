import type { ReplyOf } from '../../contract/endpoint.ts'
import { BarChart } from '../../ui/BarChart.tsx'
import { Card } from '../../ui/Card.tsx'
import { showAsOf, showTakeUp, takeUpOf } from '../take-up/take-up.rules.ts'
import { bandLabel } from './band-label.rules.ts'
import type { EmployeeGroup, readEmployeeInsights } from './insights.contract.ts'
import { insightsMessages as say } from './insights.messages.ts'
import styles from './Insights.module.css'

const dimensions = ['age', 'sex', 'service'] as const

export function EmployeeCharts({ asOf, employees, smallestGroup, groups }: ReplyOf<typeof readEmployeeInsights>) {
  const isAnyLeftOut = Object.values(groups).some((of) => of.some((group) => group.employees === null))
  return (
    <section aria-labelledby="employees-heading" className={styles.section}>
      <h2 id="employees-heading">{say.employees}</h2>
      <p className={styles.figure}>{say.employeesAsOf(employees, showAsOf(asOf))}</p>
      {isAnyLeftOut && <p className={styles.soft}>{say.smallGroups(smallestGroup)}</p>}
      <div className={styles.charts}>
        {dimensions.map((dimension) => (
          <Card key={dimension}>
            <BarChart
              title={say.chart[dimension]}
              summary={summaryOf(groups[dimension], employees)}
              labelHeader={say.dimension[dimension]}
              labels={groups[dimension].map(({ band }) => bandLabel(band))}
              series={[{ name: say.employees, values: groups[dimension].map((group) => group.employees) }]}
              show={(count) => count.toLocaleString('en-GB')}
            />
          </Card>
        ))}
      </div>
    </section>
  )
}

function summaryOf(groups: readonly EmployeeGroup[], all: number): string {
  const [largest] = groups.toSorted((a, b) => (b.employees ?? 0) - (a.employees ?? 0))
  const count = largest?.employees ?? 0
  return largest && count > 0
    ? say.most(bandLabel(largest.band), showTakeUp(takeUpOf({ selected: count, eligible: all })))
    : say.nothingShown
}
