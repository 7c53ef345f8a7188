import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import styles from './Alert.module.css'

type AlertKind = 'error' | 'warning' | 'info' | 'success'

/** Focusing also scrolls to the message. */
const focus = (box: HTMLElement | null) => box?.focus()

const icons: Record<AlertKind, IconName> = { error: 'error', warning: 'warning', info: 'info', success: 'success' }

export function Alert({
  kind,
  title,
  action,
  isAnswer = false,
  children,
}: {
  kind: AlertKind
  title?: ReactNode
  action?: ReactNode
  /** True for the response to a form. The alert takes the focus, so that nobody overlooks it. */
  isAnswer?: boolean
  children?: ReactNode
}) {
  return (
    <div
      className={styles.alert}
      data-kind={kind}
      role={kind === 'error' || kind === 'warning' ? 'alert' : 'status'}
      {...(isAnswer && { ref: focus, tabIndex: -1 })}
    >
      <Icon name={icons[kind]} />
      <div className={styles.words}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div>{children}</div>}
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  )
}
