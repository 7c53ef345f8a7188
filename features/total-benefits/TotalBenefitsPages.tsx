import { useId, useState } from 'react'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Money } from '../../ui/Money.tsx'
import { loadOnDemand } from '../../ui/load-on-demand.tsx'
import { BenefitsTable } from './BenefitsTable.tsx'
import { groupByCategory } from './group-by-category.rules.ts'
import type { OverviewMode, TotalBenefitsRow } from './total-benefits.contract.ts'
import { totalBenefitsMessages as say } from './total-benefits.messages.ts'
import styles from './TotalBenefits.module.css'
import { TotalBenefitsFrame } from './TotalBenefitsFrame.tsx'

const CategoryChart = loadOnDemand(() => import('./CategoryChart.tsx').then((m) => m.CategoryChart))
const BenefitDetails = loadOnDemand(() => import('./BenefitDetails.tsx').then((m) => m.BenefitDetails))

export function TotalBenefitsPage() {
  return (
    <TotalBenefitsFrame>
      {({ total, mode }) => (
        <>
          <BenefitsTable total={total} mode={mode} />
          {total.card.addedToPay.year > 0 && <p>{say.belowNought}</p>}
        </>
      )}
    </TotalBenefitsFrame>
  )
}

export function EnhancedTotalBenefitsPage() {
  return (
    <TotalBenefitsFrame>
      {({ total, mode }) => (
        <>
          <div className={styles.chart}>
            <CategoryChart rows={total.rows} mode={mode} />
          </div>
          <h2>{say.benefits}</h2>
          {groupByCategory(total.rows).map(({ category, label, rows }) => (
            <Category key={category} label={label} rows={rows} mode={mode} />
          ))}
        </>
      )}
    </TotalBenefitsFrame>
  )
}

function Category({ label, rows, mode }: { label: string; rows: readonly TotalBenefitsRow[]; mode: OverviewMode }) {
  const id = useId()
  return (
    <section className={styles.category} aria-labelledby={id}>
      <h3 id={id}>{label}</h3>
      <div>
        {rows.map((row) => (
          <Benefit key={row.benefitId} row={row} mode={mode} />
        ))}
      </div>
    </section>
  )
}

function Benefit({ row, mode }: { row: TotalBenefitsRow; mode: OverviewMode }) {
  const [asked, setAsked] = useState(false)
  const summary = (
    <span className={styles.line}>
      <span>{row.name}</span> <Money amount={row.total[mode]} per={say.perMode[mode]} />
    </span>
  )
  return (
    <Disclosure summary={summary} onOpen={() => setAsked(true)}>
      {asked && <BenefitDetails row={row} />}
    </Disclosure>
  )
}
