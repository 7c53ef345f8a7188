import type { ReactNode } from 'react'
import { PageButton } from './Pagination.tsx'
import styles from './Paging.module.css'

type PreviousNextProps = {
  label: string
  summary?: ReactNode
  onPrevious: (() => void) | null
  onNext: (() => void) | null
}

/** Buttons for a list of unknown length, which is read from one key to the next. */
export function PreviousNext({ label, summary, onPrevious, onNext }: PreviousNextProps) {
  return (
    <nav aria-label={label} className={styles.paging}>
      <p className={styles.showing} aria-live="polite">
        {summary}
      </p>
      <div className={styles.steps}>
        <PageButton to="previous" onStep={onPrevious} />
        <PageButton to="next" onStep={onNext} />
      </div>
    </nav>
  )
}
