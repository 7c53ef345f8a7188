import { useId, type ReactNode } from 'react'
import { Explained } from '../../ui/Explained.tsx'
import { Card } from '../../ui/Card.tsx'
import { Money } from '../../ui/Money.tsx'
import layout from '../benefit-parts/Layout.module.css'
import { WhyThisPrice } from '../benefit-parts/WhyThisPrice.tsx'
import type { OverviewMode, TotalBenefits } from './total-benefits.contract.ts'
import { totalBenefitsMessages as say } from './total-benefits.messages.ts'
import styles from './TotalBenefits.module.css'

type TotalsView = { total: TotalBenefits; mode: OverviewMode }

export function TotalFigures({ total, mode }: TotalsView) {
  return (
    <div className={styles.figures}>
      <Package total={total} mode={mode} />
      <Pay total={total} mode={mode} />
    </div>
  )
}

function Package({ total, mode }: TotalsView) {
  const id = useId()
  const { salary, addedToPay, packageValue, employerContribution, total: paid, trace } = total.card
  return (
    <Card as="section" labelledBy={id} tinted>
      <div className={layout.section}>
        <h2 id={id}>{packageValue === null ? say.benefitsValue : say.packageValue}</h2>
        <p className={styles.headline} aria-live="polite">
          <Money amount={(packageValue ?? paid)[mode]} per={say.perMode[mode]} />
        </p>
        <dl className={layout.rows}>
          {salary !== null && <Row label={say.salary} amount={salary[mode]} />}
          {addedToPay[mode] > 0 && <Row label={say.addedToPay} amount={addedToPay[mode]} />}
          <Row label={say.employer} amount={employerContribution[mode]} />
        </dl>
        <WhyThisPrice trace={trace[mode]} summary={say.packageHow} />
      </div>
    </Card>
  )
}

function Pay({ total: { card }, mode }: TotalsView) {
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
              label={<Explained text={inHand < 0 ? say.lessInHand : say.moreInHand} />}
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
        <WhyThisPrice trace={trace.saved} summary={costs ? say.extraTaxHow : say.savedHow} />
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
