import { showDate } from '../../contract/dates.ts'
import { paths } from '../../contract/paths.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { GlossaryText } from '../../ui/GlossaryText.tsx'
import { Link } from '../../ui/Link.tsx'
import { usePanels } from '../../ui/use-panel.ts'
import layout from '../benefit-parts/Layout.module.css'
import { PriceExplanation } from '../benefit-parts/PriceExplanation.tsx'
import { AmountsTable } from './AmountsTable.tsx'
import type { TotalBenefitsRow } from './total-benefits.contract.ts'
import { benefitDetailsMessages as say } from './benefit-details.messages.ts'
import styles from './BenefitDetails.module.css'

export function BenefitDetails({ row }: { row: TotalBenefitsRow }) {
  return (
    <div className={styles.details}>
      <Amounts row={row} />
      <dl className={layout.rows}>
        {row.planDetails.map(({ label, value }) => (
          <Fact key={label} label={label} value={value} />
        ))}
        {row.peopleCovered.length > 0 && (
          <Fact label={say.whoIsCovered} value={[say.you, ...row.peopleCovered.map(({ name }) => name)].join(', ')} />
        )}
        {row.taxMethod !== '' && <Fact label={say.reachesPay} value={row.taxMethod} />}
      </dl>
      {row.effectiveFrom && <p className={layout.small}>{say.from(showDate(row.effectiveFrom))}</p>}
      <PriceExplanation trace={row.trace} />
      <BenefitLinks row={row} />
    </div>
  )
}

function Amounts({ row: { name, employeeContribution, employerContribution, total } }: { row: TotalBenefitsRow }) {
  const line = (label: string, { year, month }: TotalBenefitsRow['total']) => ({
    label,
    amounts: [year, month] as const,
  })
  const gains = employeeContribution.year < 0
  const added = { year: -employeeContribution.year, month: -employeeContribution.month }
  return (
    <AmountsTable
      caption={say.amounts(name)}
      hideCaption
      headings={[say.who, say.year, say.month]}
      lines={
        gains
          ? [
              line(say.addedToPay, added),
              ...(employerContribution.year > 0 ? [line(say.employerPays, employerContribution)] : []),
            ]
          : [
              line(say.youPay, employeeContribution),
              line(say.employerPays, employerContribution),
              line(say.total, total),
            ]
      }
    />
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <GlossaryText text={value} />
      </dd>
    </div>
  )
}

function BenefitLinks({ row: { benefitId, groupId, name, hasScreen, hasStatement } }: { row: TotalBenefitsRow }) {
  const panels = usePanels()
  if (!hasScreen && !hasStatement) return null
  return (
    <div className={layout.buttons}>
      {hasScreen && (
        <Link to={paths.benefit(benefitId)} className={buttonClass('secondary')}>
          {say.details} <span className="visually-hidden">{name}</span>
        </Link>
      )}
      {hasStatement && (
        <Button kind="secondary" onClick={() => panels.open('statement', { groupId })}>
          {say.statement} <span className="visually-hidden">{name}</span>
        </Button>
      )}
    </div>
  )
}
