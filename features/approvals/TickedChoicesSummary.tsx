import { useId } from 'react'
import { showPounds } from '../../contract/money.ts'
import type { QueuedSelection } from './approval-queue.contract.ts'
import { queueMessages as say } from './approval-queue.messages.ts'
import styles from './ApprovalQueue.module.css'
import { ApprovalFigures, type ApprovalFigure } from './ApprovalFigures.tsx'

export function TickedChoicesSummary({ chosen }: { chosen: readonly QueuedSelection[] }) {
  const id = useId()
  const sum = (of: (one: QueuedSelection) => number | null) => chosen.reduce((total, one) => total + (of(one) ?? 0), 0)
  const figures: ApprovalFigure[] = [
    { label: say.employeesPay, figure: showPounds(sum(({ employeePays }) => employeePays)), note: say.aMonth },
  ]
  const orders = sum(({ orderValue }) => orderValue)
  if (orders > 0) figures.push({ label: say.payNow, figure: showPounds(orders), note: say.forOrders })
  const employer = sum(({ employerPays }) => employerPays)
  if (employer > 0) figures.push({ label: say.youPay, figure: showPounds(employer), note: say.aMonth })
  return (
    <section className={styles.several} aria-labelledby={id}>
      <h2 id={id}>{say.several(chosen.length)}</h2>
      <ApprovalFigures figures={figures} />
      <ul role="list" className={styles.chosen}>
        {chosen.map(({ selectionId, employeeName, benefitName, summary }) => (
          <li key={selectionId}>
            <strong>{employeeName}</strong> <span>{say.choice(benefitName, summary)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
