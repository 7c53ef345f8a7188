import { useId, type ReactNode } from 'react'
import { queryState } from '../../contract/query-state.ts'
import { errorMessages } from '../../contract/messages.ts'
import { Card } from '../../ui/Card.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ErrorState } from '../../ui/States.tsx'
import styles from './Engagement.module.css'

type SectionProps<Data> = {
  title: string
  loading: string
  isHigh?: boolean
  isBlock?: boolean
  query: { status: 'pending' | 'error' | 'success'; error: unknown; data: Data | undefined; refetch: () => unknown }
  children: (data: Data) => ReactNode
}

export function InsightsSection<Data>({
  title,
  loading,
  isHigh = false,
  isBlock = false,
  query,
  children,
}: SectionProps<Data>) {
  const id = useId()
  const face = queryState(query)
  return (
    <Card as="section" labelledBy={id} solid={isBlock}>
      <div className={styles.section}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {face === 'loading' && (
          <div className={isHigh ? styles.high : styles.low}>
            <Loading label={loading}>
              <Skeleton shape="heading" width="third" />
              <Skeleton shape="block" />
            </Loading>
          </div>
        )}
        {query.status === 'error' && (
          <ErrorState error={query.error} title={errorMessages.retryLater} onRetry={() => void query.refetch()} />
        )}
        {/* Keep earlier data after a failed reload, so that a dialog opened from it stays open. */}
        {face !== 'refused' && query.data !== undefined && children(query.data)}
      </div>
    </Card>
  )
}
