import { useId, type ReactNode } from 'react'
import styles from './Progress.module.css'

type ProgressProps = {
  label: ReactNode
  /** From 0 to 1; null if unknown. */
  value: number | null
  text?: ReactNode
}

const percent = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 0 })

export function Progress({ label, value, text = value === null ? null : percent.format(value) }: ProgressProps) {
  const id = useId()
  return (
    <div className={styles.progress}>
      <div className={styles.words}>
        <span id={id}>{label}</span>
        {/* The progress bar already announces this value. */}
        <span className={styles.text} aria-hidden={value !== null || undefined}>
          {text}
        </span>
      </div>
      <progress className={styles.bar} aria-labelledby={id} max={1} {...(value !== null && { value })} />
    </div>
  )
}
