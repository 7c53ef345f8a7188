import type { ReactNode } from 'react'
import { paths } from '../../contract/paths.ts'
import { Illustration } from '../../ui/Illustration.tsx'
import { Link } from '../../ui/Link.tsx'
import { Money } from '../../ui/Money.tsx'
import { benefitPictureOf } from '../../ui/benefit-pictures.ts'
import layout from '../benefit-parts/Layout.module.css'
import type { OverviewMode, TotalBenefits, TotalBenefitsRow } from './total-benefits.contract.ts'
import { totalBenefitsMessages as say } from './total-benefits.messages.ts'
import styles from './TotalBenefits.module.css'

/** Roles are explicit, because the styles that turn rows into cards on a phone remove the implicit roles. */
export function BenefitsTable({ total: { rows, card }, mode }: { total: TotalBenefits; mode: OverviewMode }) {
  return (
    <table className={styles.table} role="table">
      <caption>{say.benefits}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {[say.benefit, say.youPay, say.employerPays, say.total].map((header) => (
            <th key={header} role="columnheader" scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <Line key={row.benefitId} amounts={row} mode={mode}>
            <span className={styles.benefit}>
              <Illustration of={benefitPictureOf({ groupCode: row.groupId, category: row.category })} />
              <span>
                {row.hasScreen ? <Link to={paths.benefit(row.benefitId)}>{row.name}</Link> : row.name}
                <span className={layout.small}>{row.categoryLabel}</span>
              </span>
            </span>
          </Line>
        ))}
      </tbody>
      <tfoot role="rowgroup">
        <Line amounts={card} mode={mode}>
          {say.all}
        </Line>
      </tfoot>
    </table>
  )
}

type Amounts = Pick<TotalBenefitsRow, 'employeeContribution' | 'employerContribution' | 'total'>

function Line({ amounts, mode, children }: { amounts: Amounts; mode: OverviewMode; children: ReactNode }) {
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        {children}
      </th>
      <Amount label={say.youPay} amount={amounts.employeeContribution[mode]} />
      <Amount label={say.employerPays} amount={amounts.employerContribution[mode]} />
      <Amount label={say.total} amount={amounts.total[mode]} />
    </tr>
  )
}

function Amount({ label, amount }: { label: string; amount: number }) {
  return (
    <td role="cell">
      <span className={styles.cellLabel} aria-hidden="true">
        {label}
      </span>
      <Money amount={amount} />
    </td>
  )
}
