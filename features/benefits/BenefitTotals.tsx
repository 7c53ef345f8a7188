import { useId } from 'react'
import { showDate } from '../../contract/dates.ts'
import { sumPounds } from '../../contract/money.ts'
import { paths } from '../../contract/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { Money } from '../../ui/Money.tsx'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { totalCost, unconfirmedChanges, type UnconfirmedChange } from './benefit-groups.rules.ts'
import styles from './BenefitTotals.module.css'
import { benefitsMessages } from './my-benefits.messages.ts'

export function BenefitTotals({ benefits, canConfirm }: { benefits: readonly BenefitView[]; canConfirm: boolean }) {
  const id = useId()
  const total = totalCost(benefits)
  const changes = canConfirm ? unconfirmedChanges(benefits) : []
  const [first] = benefits
  if (!first || (total.count === 0 && changes.length === 0)) return null
  const isSplit = total.employee > 0 && total.employer > 0
  return (
    <aside className={styles.totals} aria-labelledby={id}>
      <h2 id={id} className={styles.on}>
        {benefitsMessages.yourBenefitsOn(showDate(first.on))}
      </h2>
      <dl className={styles.amounts}>
        <div data-payer="you">
          <dt>{benefitsMessages.total}</dt>
          <dd>
            <Money amount={total.employee} per={benefitsMessages.perMonth} />
          </dd>
        </div>
        <div data-payer="employer">
          <dt>{benefitsMessages.totalEmployer}</dt>
          <dd>
            <Money amount={total.employer} per={benefitsMessages.perMonth} />
          </dd>
        </div>
      </dl>
      {isSplit && (
        <div className={styles.bar} aria-hidden="true">
          <span style={{ flexGrow: total.employee }} />
          <span style={{ flexGrow: total.employer }} />
        </div>
      )}
      {changes.length > 0 && <Changes changes={changes} paid={total.employee} />}
    </aside>
  )
}

function Changes({ changes, paid }: { changes: readonly UnconfirmedChange[]; paid: number }) {
  const id = useId()
  const amounts = changes.map(({ change }) => change).filter((change) => change !== null)
  return (
    <section className={styles.changes} aria-labelledby={id}>
      <h3 id={id}>{benefitsMessages.begun(changes.length)}</h3>
      <dl>
        {changes.map(({ benefit, change }) => (
          <div key={benefit.benefitId}>
            <dt>{benefit.name}</dt>
            <dd>{change === null ? '–' : <Money amount={change} withSign />}</dd>
          </div>
        ))}
        {amounts.length === changes.length && (
          <div className={styles.after}>
            <dt>{benefitsMessages.afterChanges}</dt>
            <dd>
              <Money amount={sumPounds([paid, ...amounts])} per={benefitsMessages.perMonth} />
            </dd>
          </div>
        )}
      </dl>
      <Link to={paths.basket()} className={buttonClass('primary')}>
        {benefitsMessages.toBasket}
      </Link>
      <p className={styles.note}>{benefitsMessages.begunText}</p>
    </section>
  )
}
