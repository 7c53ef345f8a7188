import { useId, type ReactNode } from 'react'
import { queryState } from '../../contract/query-state.ts'
import { errorMessages, guardMessages } from '../../contract/messages.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ErrorState, RefusedState } from '../../ui/States.tsx'
import { employerDashboardMessages as messages } from './employer-dashboard.messages.ts'
import styles from './EmployerDashboard.module.css'

type CardQuery = Parameters<typeof queryState>[0] & { refetch: () => unknown }

type DashboardCardProps = {
  title: string
  icon: IconName
  query?: CardQuery
  figure?: number | string | null
  link: { to: string; label: string; primary: boolean } | { button: ReactNode }
  children: ReactNode
}

export function DashboardCard({ title, icon, query = loadedQuery, figure = null, link, children }: DashboardCardProps) {
  const id = useId()
  const face = queryState(query)
  return (
    <Card as="section" labelledBy={id}>
      <div className={styles.card}>
        <h2 id={id} className={styles.title}>
          <Icon name={icon} />
          {title}
        </h2>
        {face === 'loading' && (
          <Loading label={messages.loading}>
            <Skeleton shape="heading" width="third" />
            <Skeleton shape="block" />
            <Skeleton shape="heading" />
          </Loading>
        )}
        {face === 'refused' && <RefusedState title={guardMessages.denied} />}
        {face === 'failed' && <ErrorState title={errorMessages.retryLater} onRetry={() => void query.refetch()} />}
        {face === 'ready' && (
          <>
            {figure !== null && <p className={styles.figure}>{figure}</p>}
            <div className={styles.text}>{children}</div>
            {'button' in link ? (
              link.button
            ) : (
              <Link to={link.to} className={buttonClass(link.primary ? 'primary' : 'secondary')}>
                {link.label}
              </Link>
            )}
          </>
        )}
      </div>
    </Card>
  )
}

const loadedQuery: CardQuery = { status: 'success', error: null, refetch: () => undefined }
