import { useId } from 'react'
import { showDate } from '../../contract/dates.ts'
import { Card } from '../../ui/Card.tsx'
import { employerDashboardMessages as messages } from './employer-dashboard.messages.ts'
import styles from './EmployerDashboard.module.css'
import { useOverview } from './use-employer-dashboard.ts'

export function PayrollCalendar() {
  const id = useId()
  const { payrolls, today } = useOverview().data ?? { payrolls: [] }
  if (!today) return null
  return (
    <Card as="section" labelledBy={id}>
      <h2 id={id}>{messages.calendar}</h2>
      <p className={styles.small}>{messages.calendarText}</p>
      <div className={styles.payrolls}>
        {payrolls.map(({ payrollId, name, periods }) => {
          const dates = periods
            .flatMap(({ label, cutOffOn, payOn }) => [
              { what: messages.cutOffOn, on: cutOffOn, label },
              { what: messages.payOn, on: payOn, label },
            ])
            .filter(({ on }) => on >= today)
            .toSorted((a, b) => (a.on < b.on ? -1 : 1))
          return (
            <div key={payrollId} className={styles.payroll}>
              <h3>{name}</h3>
              {dates.length === 0 && <p className={styles.small}>{messages.noDates}</p>}
              <ul role="list" className={styles.dates}>
                {dates.map(({ what, on, label }) => (
                  <li key={`${what} ${on}`}>
                    <span>
                      {what} <span className={styles.small}>{label}</span>
                    </span>
                    <span>{showDate(on)}</span>
                  </li>
                ))}
              </ul>
            </div>
          )
        })}
      </div>
    </Card>
  )
}
