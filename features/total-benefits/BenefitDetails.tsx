import { showDate } from '../../contract/dates.ts'
import { paths } from '../../contract/paths.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { Money } from '../../ui/Money.tsx'
import { usePanels } from '../../ui/use-panel.ts'
import type { TotalBenefitsRow } from './total-benefits.contract.ts'
import { benefitDetailsMessages as say } from './benefit-details.messages.ts'
import styles from './BenefitDetails.module.css'
import { Why } from './Why.tsx'

/** One benefit looked into: either part by year and month, what was chosen, how it is paid, and why it costs that. */
export function BenefitDetails({ row }: { row: TotalBenefitsRow }) {
  return (
    <div className={styles.details}>
      <Amounts row={row} />
      <dl className={styles.rows}>
        {row.planDetails.map(({ label, value }) => (
          <Fact key={label} label={label} value={value} />
        ))}
        {row.peopleCovered.length > 0 && (
          <Fact label={say.whoIsCovered} value={[say.you, ...row.peopleCovered.map(({ name }) => name)].join(', ')} />
        )}
        {row.taxMethod !== '' && <Fact label={say.reachesPay} value={row.taxMethod} />}
      </dl>
      {row.effectiveFrom && <p className={styles.note}>{say.from(showDate(row.effectiveFrom))}</p>}
      <Why trace={row.trace} summary={say.whyPrice} />
      <Ways row={row} />
    </div>
  )
}

function Amounts({ row }: { row: TotalBenefitsRow }) {
  return (
    <table className={styles.amounts}>
      <caption className="visually-hidden">{say.amounts(row.name)}</caption>
      <thead>
        <tr>
          <th scope="col">{say.who}</th>
          <th scope="col">{say.year}</th>
          <th scope="col">{say.month}</th>
        </tr>
      </thead>
      <tbody>
        <AmountRow label={say.youPay} year={row.employeeContribution.year} month={row.employeeContribution.month} />
        <AmountRow
          label={say.employerPays}
          year={row.employerContribution.year}
          month={row.employerContribution.month}
        />
        <AmountRow label={say.total} year={row.total.year} month={row.total.month} />
      </tbody>
    </table>
  )
}

function AmountRow({ label, year, month }: { label: string; year: number; month: number }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
        <Money amount={year} />
      </td>
      <td>
        <Money amount={month} />
      </td>
    </tr>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function Ways({ row: { benefitId, groupId, name, hasStatement } }: { row: TotalBenefitsRow }) {
  const panels = usePanels()
  return (
    <div className={styles.ways}>
      <Link to={paths.benefit(benefitId)} className={buttonClass('secondary')}>
        {say.details} <span className="visually-hidden">{name}</span>
      </Link>
      {hasStatement && (
        <Button kind="secondary" onClick={() => panels.open('statement', { groupId })}>
          {say.statement} <span className="visually-hidden">{name}</span>
        </Button>
      )}
    </div>
  )
}
