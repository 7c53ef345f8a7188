import { paths } from '../../contract/paths.ts'
import { Page } from '../../ui/Page.tsx'
import { BrandAndContact } from './BrandAndContact.tsx'
import { platformSettingsMessages as say } from './platform-settings.messages.ts'
import styles from './PlatformSettings.module.css'
import { TwoFactorSwitch } from './TwoFactorSwitch.tsx'

export function PlatformSettingsPage() {
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
      <div className={styles.page}>
        <TwoFactorSwitch />
        <BrandAndContact />
      </div>
    </Page>
  )
}
