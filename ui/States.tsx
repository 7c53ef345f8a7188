import './icon-shapes.ts'
import type { ReactNode } from 'react'
import { CallFailed } from '../contract/call-failed.ts'
import { guardMessages } from '../contract/messages.ts'
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

/** Shows that something failed, with a retry. If the server denied it (403), shows the refusal instead (GUARD-02). */
export function ErrorState({
  error,
  title,
  children,
  onRetry,
  action,
}: {
  error: unknown
  title: ReactNode
  children?: ReactNode
  onRetry?: () => void
  action?: ReactNode
}) {
  if (error instanceof CallFailed && error.status === 403)
    return (
      <RefusedState title={guardMessages.denied} action={action}>
        {error.message !== guardMessages.denied && error.message}
      </RefusedState>
    )
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
