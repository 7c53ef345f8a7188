import { paths } from '../../contract/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { showRegisteredPercentage } from '../employees/registered-share.rules.ts'
import { engagementMessages as say } from './engagement.messages.ts'
import styles from './Engagement.module.css'
import { InsightsSection } from './InsightsSection.tsx'
import { useEmployeeTotals } from './use-engagement.ts'

export function RegisteredShare() {
  const query = useEmployeeTotals()
  return (
    <InsightsSection
      title={say.registered}
      loading={say.loadingRegistered}
      isBlock={query.data !== undefined}
      query={query}
    >
      {(totals) => (
        <>
          <p className={styles.figure}>{showRegisteredPercentage(totals)}</p>
          {/* Hidden from screen readers, because the percentage above says the same. */}
          <svg className={styles.share} width="100%" height={10} aria-hidden="true" focusable="false">
            <rect width="100%" height={10} rx={5} />
            <rect
              width={`${(totals.totalRegisteredEmployees / Math.max(1, totals.totalEmployees)) * 100}%`}
              height={10}
              rx={5}
            />
          </svg>
          <p>{say.registeredOf(totals.totalRegisteredEmployees, totals.totalEmployees)}</p>
          <div>
            <Link to={paths.employeeData()} className={buttonClass('secondary')}>
              {say.toEmployees}
            </Link>
          </div>
        </>
      )}
    </InsightsSection>
  )
}
