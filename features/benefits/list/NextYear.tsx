import { useId } from 'react'
import { showLongDate } from '../../../contract/dates.ts'
import { paths } from '../../../contract/paths.ts'
import { Card } from '../../../ui/Card.tsx'
import { Link } from '../../../ui/Link.tsx'
import type { BenefitView } from '../benefits.contract.ts'
import { nextYearMessages } from '../parts/next-year.messages.ts'
import { nextYearSummary } from '../parts/next-year.rules.ts'
import styles from './NextYear.module.css'

/** What the next scheme year does to everything I hold, and by when I can change it. */
export function NextYear({ benefits }: { benefits: readonly BenefitView[] }) {
  const id = useId()
  const summary = nextYearSummary(benefits)
  if (!summary) return null
  const { from, chooseUntil, groups, others } = summary
  return (
    <Card as="section" labelledBy={id} tinted>
      <div className={styles.year}>
        <h2 id={id}>{nextYearMessages.title(showLongDate(from))}</h2>
        <p>{chooseUntil ? nextYearMessages.until(showLongDate(chooseUntil)) : nextYearMessages.ahead}</p>
        <div className={styles.groups}>
          {groups.map(({ title, rows }) => (
            <section key={title}>
              <h3>{title}</h3>
              <ul role="list" className={styles.rows}>
                {rows.map(({ benefitId, name, text }) => (
                  <li key={benefitId}>
                    <Link to={paths.benefit(benefitId)}>{name}</Link>
                    <span className={styles.text}>{text}</span>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
        {others && <p className={styles.text}>{others}</p>}
      </div>
    </Card>
  )
}
