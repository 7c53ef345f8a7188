import { useId, type ReactNode } from 'react'
import { errorMessages } from '../../contract/messages.ts'
import { Card } from '../../ui/Card.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ErrorState } from '../../ui/States.tsx'
import { useSession } from '../session/use-session.ts'
import { useTheme } from '../theme/use-theme.ts'
import { platformSettingsMessages as say } from './platform-settings.messages.ts'
import styles from './PlatformSettings.module.css'
import { useContactEmail } from './use-platform-settings.ts'

export function BrandAndContact() {
  const id = useId()
  const contact = useContactEmail()
  return (
    <Card as="section" labelledBy={id}>
      <div className={styles.section}>
        <h2 id={id} className={styles.title}>
          {say.details}
        </h2>
        <p className={styles.soft}>{say.detailsText}</p>
        {contact.status === 'pending' && (
          <Loading label={say.loadingDetails}>
            <Skeleton shape="block" />
          </Loading>
        )}
        {contact.status === 'error' && (
          <ErrorState error={contact.error} title={errorMessages.retryLater} onRetry={() => void contact.refetch()} />
        )}
        {contact.status === 'success' && <Details contactEmail={contact.data} />}
      </div>
    </Card>
  )
}

function Details({ contactEmail }: { contactEmail: string | null }) {
  const { brand, supportNumber, supportEmail } = useTheme()
  const client = useSession(({ session }) => (session.step === 'in' ? session.client : null))
  return (
    <dl className={styles.facts}>
      <Fact term={say.organisation}>{client?.clientName}</Fact>
      <Fact term={say.brand}>{brand}</Fact>
      <Fact term={say.supportNumber}>{supportNumber ?? say.none}</Fact>
      <Fact term={say.supportEmail}>{supportEmail}</Fact>
      <Fact term={say.contactPage}>{client?.contactUsEnabled ? say.shown : say.hidden}</Fact>
      {client?.contactUsEnabled && <Fact term={say.contactEmail}>{contactEmail ?? supportEmail}</Fact>}
    </dl>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
