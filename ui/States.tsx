import './icon-shapes.ts'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import styles from './States.module.css'
import { Retry } from './Retry.tsx'

export function EmptyState({
  icon = 'info',
  title,
  children,
  action,
}: {
  icon?: IconName
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={styles.state}>
      <Icon name={icon} size={32} />
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  )
}

export function ErrorState({
  title,
  children,
  onRetry,
  action,
}: {
  title: ReactNode
  children?: ReactNode
  onRetry?: () => void
  action?: ReactNode
}) {
  return (
    <div className={styles.state} data-kind="error" role="alert">
      <Icon name="warning" size={32} />
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {onRetry && <Retry onRetry={onRetry} />}
      {action}
    </div>
  )
}

/** Shows why something is refused, and an alternative. Offers no retry, because this is not an error. */
export function RefusedState({
  title,
  children,
  action,
}: {
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={styles.state} data-kind="refused" role="alert">
      <Icon name="shield" size={32} />
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  )
}
