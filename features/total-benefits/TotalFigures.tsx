import { useId, type ReactNode } from 'react'
import { GlossaryText } from '../../ui/GlossaryText.tsx'
import { Card } from '../../ui/Card.tsx'
import { Money } from '../../ui/Money.tsx'
import layout from '../benefit-parts/Layout.module.css'
import { PriceExplanation } from '../benefit-parts/PriceExplanation.tsx'
import type { OverviewMode, TotalBenefits } from './total-benefits.contract.ts'
import { totalBenefitsMessages as say } from './total-benefits.messages.ts'
import styles from './TotalBenefits.module.css'

type TotalsView = { total: TotalBenefits; mode: OverviewMode }

export function EffectOnPay({ total: { card }, mode }: TotalsView) {
  const id = useId()
  const { salary, takeHome, trace } = card
  const paid = card.employeeContribution[mode]
  const saved = card.saved && card.saved[mode]
  const costs = saved !== null && saved < 0
  const inHand = takeHome.outcome === 'computed' ? takeHome.change[changeIn[mode]] : 0
  return (
    <Card as="section" labelledBy={id}>
      <div className={layout.section}>
        <h2 id={id}>{say.pay}</h2>
        <dl className={layout.rows}>
          <Row label={paid < 0 ? say.added : say.employee} amount={Math.abs(paid)} />
          {saved !== null && <Row label={costs ? say.extraTax : say.saved} amount={Math.abs(saved)} />}
          {inHand !== 0 && (
            <Row
              label={<GlossaryText text={inHand < 0 ? say.lessInHand : say.moreInHand} />}
              amount={Math.abs(inHand)}
              strong
            />
          )}
        </dl>
        {salary !== null && paid > 0 && <p className={layout.small}>{say.partOfSalary}</p>}
        {saved === null && (
          <p className={layout.small}>
            {say.notKnown} {takeHome.outcome === 'not-computed' && takeHome.reason}
          </p>
        )}
        <PriceExplanation trace={trace[mode]} summary={say.packageHow} />
        <PriceExplanation trace={trace.saved} summary={costs ? say.extraTaxHow : say.savedHow} />
        {saved !== null && takeHome.outcome === 'computed' && <p className={layout.small}>{takeHome.basis}</p>}
      </div>
    </Card>
  )
}

const changeIn = { year: 'perYear', month: 'perMonth' } as const

function Row({ label, amount, strong = false }: { label: ReactNode; amount: number; strong?: boolean }) {
  return (
    <div className={strong ? styles.strong : undefined}>
      <dt>{label}</dt>
      <dd>
        <Money amount={amount} />
      </dd>
    </div>
  )
}
