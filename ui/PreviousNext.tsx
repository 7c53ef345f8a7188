import type { ReactNode } from 'react'
import { Step } from './Pagination.tsx'
import styles from './Paging.module.css'

type PreviousNextProps = {
  label: string
  summary?: ReactNode
  /** Null on the first or last page. */
  onPrevious: (() => void) | null
  onNext: (() => void) | null
}

/** Paging for a list read by keys, whose length is unknown: previous and next. */
export function PreviousNext({ label, summary, onPrevious, onNext }: PreviousNextProps) {
  return (
    <nav aria-label={label} className={styles.paging}>
      <p className={styles.showing} aria-live="polite">
        {summary}
      </p>
      <div className={styles.steps}>
        <Step to="previous" onStep={onPrevious} />
        <Step to="next" onStep={onNext} />
      </div>
    </nav>
  )
}
