import { paths } from '../../contract/paths.ts'
import { Page } from '../../ui/Page.tsx'
import { showRegisteredPercentage } from '../employees/registered-share.rules.ts'
import { engagementMessages as say } from './engagement.messages.ts'
import { LoginsOverTime } from './LoginsOverTime.tsx'
import { RegisteredShare } from './RegisteredShare.tsx'
import { useEmployeeTotals } from './use-engagement.ts'
import styles from './Engagement.module.css'
import { UndeliveredWelcomes, WelcomeEmails } from './WelcomeEmails.tsx'

export function EngagementPage() {
  const totals = useEmployeeTotals().data
  return (
    <Page
      title={totals ? say.answer(showRegisteredPercentage(totals)) : say.title}
      tabTitle={say.title}
      lead={say.lead}
      crumbs={[
        { label: say.crumbHome, to: paths.home() },
        { label: say.crumbDashboard, to: paths.dashboard() },
        { label: say.title },
      ]}
    >
      <div className={styles.page}>
        <LoginsOverTime />
        <RegisteredShare />
        <WelcomeEmails />
      </div>
      <UndeliveredWelcomes />
    </Page>
  )
}
