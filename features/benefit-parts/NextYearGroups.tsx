import { paths } from '../../contract/paths.ts'
import { Link } from '../../ui/Link.tsx'
import type { BenefitView } from '../../domain/selections/benefits.contract.ts'
import { nextYearGroups } from './next-year-groups.rules.ts'
import styles from './NextYearGroups.module.css'

export function NextYearGroups({
  benefits,
  heading: Heading,
}: {
  benefits: readonly BenefitView[]
  heading: 'h3' | 'h4'
}) {
  const { groups, others } = nextYearGroups(benefits)
  return (
    <>
      <div className={styles.groups}>
        {groups.map(({ title, rows }) => (
          <section key={title}>
            <Heading>{title}</Heading>
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
    </>
  )
}
