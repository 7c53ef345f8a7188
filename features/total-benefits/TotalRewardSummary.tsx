import { useId, type ReactNode } from 'react'
import { sumPounds } from '../../contract/money.ts'
import { Money } from '../../ui/Money.tsx'
import { groupByCategory } from './group-by-category.rules.ts'
import type { OverviewMode, TotalBenefits } from './total-benefits.contract.ts'
import { totalBenefitsMessages as say } from './total-benefits.messages.ts'
import styles from './TotalRewardSummary.module.css'

type PackageBlockProps = { total: TotalBenefits; mode: OverviewMode; modeSwitch: ReactNode }

export function TotalRewardSummary({ total: { card, rows }, mode, modeSwitch }: PackageBlockProps) {
  const id = useId()
  const { salary, addedToPay, packageValue, employerContribution, total } = card
  const parts = groupByCategory(rows)
    .map(({ label, rows: own }) => ({ label, amount: sumPounds(own.map((row) => row.employerContribution[mode])) }))
    .filter(({ amount }) => amount > 0)
    .toSorted((one, other) => other.amount - one.amount)
  return (
    <section className={styles.block} aria-labelledby={id}>
      <div className={styles.top}>
        <h2 id={id}>{packageValue === null ? say.benefitsValue : say.packageValue}</h2>
        {modeSwitch}
      </div>
      <p className={styles.hero} aria-live="polite">
        <Money amount={(packageValue ?? total)[mode]} per={say.perMode[mode]} />
      </p>
      <dl className={styles.ends}>
        {salary !== null && <Part label={say.salary} amount={salary[mode]} />}
        {addedToPay[mode] > 0 && <Part label={say.addedToPay} amount={addedToPay[mode]} />}
        <Part label={say.employer} amount={employerContribution[mode]} />
      </dl>
      {salary !== null && employerContribution[mode] > 0 && (
        <div className={styles.bars}>
          <Bar shares={[salary[mode] + addedToPay[mode], employerContribution[mode]]} whole />
          <Bar shares={parts.map(({ amount }) => amount)} />
        </div>
      )}
      {parts.length > 0 && (
        <dl className={styles.parts}>
          {parts.map(({ label, amount }) => (
            <Part key={label} label={label} amount={amount} />
          ))}
        </dl>
      )}
    </section>
  )
}

function Part({ label, amount }: { label: string; amount: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Money amount={amount} />
      </dd>
    </div>
  )
}

/** The amounts are in the lists above and below, so screen readers skip the bars. */
function Bar({ shares, whole = false }: { shares: readonly number[]; whole?: boolean }) {
  return (
    <div className={styles.bar} data-whole={whole || undefined} aria-hidden="true">
      {shares.map((share, index) => (
        // The shares have no names, and their order is fixed.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index} style={{ flexGrow: share }} />
      ))}
    </div>
  )
}
