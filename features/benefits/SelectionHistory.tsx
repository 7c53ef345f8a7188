import { londonDate, showDate } from '../../contract/dates.ts'
import { errorMessages } from '../../contract/messages.ts'
import type { SelectionId } from '../../contract/ids.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { ErrorState } from '../../ui/States.tsx'
import { Money } from '../../ui/Money.tsx'
import { benefitMessages } from '../../domain/selections/benefits.messages.ts'
import { manageMessages } from './benefit-manage.messages.ts'
import layout from '../benefit-parts/Layout.module.css'
import styles from './BenefitManagePage.module.css'
import { useSelectionHistory } from './use-benefit-page.ts'

export function SelectionHistory({ selectionId }: { selectionId: SelectionId }) {
  const history = useSelectionHistory(selectionId)
  return (
    <section className={layout.section} aria-labelledby="history">
      <h2 id="history">{manageMessages.history}</h2>
      {history.data ? (
        <HistoryEntries entries={history.data} />
      ) : history.isError ? (
        <ErrorState error={history.error} title={errorMessages.retryLater} onRetry={() => void history.refetch()} />
      ) : (
        <Loading label={manageMessages.historyLoading}>
          <Skeleton width="half" />
          <Skeleton width="third" />
        </Loading>
      )}
    </section>
  )
}

function HistoryEntries({ entries }: { entries: NonNullable<ReturnType<typeof useSelectionHistory>['data']> }) {
  if (entries.length === 0) return <p className={layout.soft}>{manageMessages.historyEmpty}</p>
  const newestFirst = entries.toSorted((one, other) => other.version - one.version)
  return (
    <ol className={styles.history}>
      {newestFirst.map((entry) => (
        <li key={entry.version} className={styles.entry}>
          <p className={styles.what}>{entry.what}</p>
          <p className={layout.small}>
            <time dateTime={entry.at}>{showDate(londonDate(new Date(entry.at)))}</time>
            {' · '}
            {entry.statusLabel}
            {entry.employeePerMonth !== null && (
              <>
                {' · '}
                <Money amount={entry.employeePerMonth} per={benefitMessages.perMonth} />
              </>
            )}
          </p>
          {entry.planDetails.length > 0 && (
            <p className={layout.small}>
              {entry.planDetails.map((detail) => `${detail.label.replace(/\?$/, '')}: ${detail.value}`).join(', ')}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}
