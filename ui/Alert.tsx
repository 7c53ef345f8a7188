import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import styles from './Alert.module.css'

type AlertKind = 'error' | 'warning' | 'info' | 'success'

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
  /** True for the response to a form. The focus goes to an element around it: a focused alert would be read twice. */
  isAnswer?: boolean
  children?: ReactNode
}) {
  const alert = (
    <div className={styles.alert} data-kind={kind} role={kind === 'error' || kind === 'warning' ? 'alert' : 'status'}>
      <Icon name={icons[kind]} />
      <div className={styles.words}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div>{children}</div>}
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  )
  if (!isAnswer) return alert
  return (
    <div ref={focus} tabIndex={-1}>
      {alert}
    </div>
  )
}
