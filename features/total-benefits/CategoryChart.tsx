import type { ReactNode } from 'react'
import { showPounds, sumPounds } from '../../contract/money.ts'
import { BarChart } from '../../ui/BarChart.tsx'
import { Card } from '../../ui/Card.tsx'
import { groupByCategory } from './group-by-category.rules.ts'
import type { OverviewMode, TotalBenefitsRow } from './total-benefits.contract.ts'
import { benefitDetailsMessages as say } from './benefit-details.messages.ts'

export function CategoryChart({ rows, mode }: { rows: readonly TotalBenefitsRow[]; mode: OverviewMode }): ReactNode {
  const categories = groupByCategory(rows).map(({ label, rows: own }) => {
    const mine = own.map((row) => row.employeeContribution[mode])
    return {
      label,
      paid: sumPounds(mine.filter((amount) => amount > 0)),
      employer: sumPounds(own.map((row) => row.employerContribution[mode])),
      // Days sold are income, not a cost, so they aren't part of `paid`.
      added: sumPounds(mine.filter((amount) => amount < 0).map((amount) => -amount)),
    }
  })
  const [largest] = categories.toSorted((one, other) => other.paid + other.employer - one.paid - one.employer)
  return (
    <Card>
      <BarChart
        title={say.chart[mode]}
        summary={largest ? summaryOf(largest) : ''}
        labelHeader={say.category}
        labels={categories.map(({ label }) => label)}
        series={[
          { name: say.youPay, values: categories.map(({ paid }) => paid) },
          { name: say.employerPays, values: categories.map(({ employer }) => employer) },
          ...(categories.some(({ added }) => added > 0)
            ? [{ name: say.addedToPay, values: categories.map(({ added }) => added), apart: true }]
            : []),
        ]}
        show={showPounds}
      />
    </Card>
  )
}

function summaryOf({ label, paid, employer, added }: { label: string; paid: number; employer: number; added: number }) {
  const amount = sumPounds([paid, employer])
  return amount > 0 ? say.chartSummary(label, showPounds(amount)) : say.chartAdded(label, showPounds(added))
}
