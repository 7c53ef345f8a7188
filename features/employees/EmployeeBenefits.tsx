import { londonDate, showDate } from '../../contract/dates.ts'
import { showPounds, sumPounds } from '../../contract/money.ts'
import { Badge } from '../../ui/Badge.tsx'
import type { EmployeeDetail } from './employees.contract.ts'
import { employeePanelMessages as say } from './employee-panel.messages.ts'
import styles from './EmployeePanel.module.css'

type Selection = EmployeeDetail['selections'][number]

export function EmployeeBenefits({ firstName, selections, lastChoice }: EmployeeDetail) {
  const inForce = selections.filter((selection) => selection.inForce)
  const others = selections.filter((selection) => !selection.inForce)
  return (
    <section className={styles.benefits} aria-labelledby="employee-benefits">
      {selections.length === 0 ? (
        <>
          <h3 id="employee-benefits">{say.selections}</h3>
          <p className={styles.soft}>{say.noSelections}</p>
        </>
      ) : (
        <table className={styles.table}>
          <caption className="visually-hidden">{say.selections}</caption>
          <thead>
            <tr>
              <th scope="col">
                <h3 id="employee-benefits">{say.benefits(inForce.length)}</h3>
              </th>
              <th scope="col">{say.personPays(firstName)}</th>
              <th scope="col">{say.youPay}</th>
            </tr>
          </thead>
          <tbody>
            {inForce.map((selection) => (
              <Row key={selection.selectionId} {...selection} />
            ))}
          </tbody>
          {inForce.length > 0 && (
            <tbody className={styles.total}>
              <tr>
                <th scope="row">{say.aMonth}</th>
                <td>{showPounds(sumPounds(inForce.map(({ employeePays }) => employeePays ?? 0)))}</td>
                <td>{showPounds(sumPounds(inForce.map(({ employerPays }) => employerPays ?? 0)))}</td>
              </tr>
            </tbody>
          )}
          {others.length > 0 && (
            <tbody>
              {others.map((selection) => (
                <Row key={selection.selectionId} {...selection} />
              ))}
            </tbody>
          )}
        </table>
      )}
      {lastChoice && (
        <p className={styles.soft}>
          {say.lastChoice(showDate(londonDate(new Date(lastChoice.at))), lastChoice.benefitName)}
        </p>
      )}
    </section>
  )
}

function Row({ benefitName, level, status, statusLabel, effectiveFrom, inForce, ...pays }: Selection) {
  const since = effectiveFrom && (inForce ? say.since : say.from)(showDate(effectiveFrom))
  return (
    <tr>
      <th scope="row">
        {benefitName}
        <span className={styles.level}>{[level, since].filter(Boolean).join(', ')}</span>
        {status !== 'active' && <Badge tone={status.startsWith('pend') ? 'warn' : 'neutral'}>{statusLabel}</Badge>}
      </th>
      <td>{amount(pays.employeePays)}</td>
      <td>{amount(pays.employerPays)}</td>
    </tr>
  )
}

function amount(pounds: number | null): string {
  return pounds ? showPounds(pounds) : '–'
}
