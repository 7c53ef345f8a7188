import { paths } from '../../contract/paths.ts'
import { Page } from '../../ui/Page.tsx'
import { engagementMessages as say } from './engagement.messages.ts'
import { LoginsOverTime } from './LoginsOverTime.tsx'
import { RegisteredShare } from './RegisteredShare.tsx'
import { WelcomeEmails } from './WelcomeEmails.tsx'

export function EngagementPage() {
  return (
    <Page
      title={say.title}
      lead={say.lead}
      crumbs={[
        { label: say.crumbHome, to: paths.home() },
        { label: say.crumbDashboard, to: paths.dashboard() },
        { label: say.title },
      ]}
    >
      <RegisteredShare />
      <LoginsOverTime />
      <WelcomeEmails />
    </Page>
  )
}
