import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './Disclosure.module.css'

export function Disclosure({
  summary,
  open,
  group,
  onOpen,
  onClose,
  children,
}: {
  summary: ReactNode
  open?: boolean
  group?: string
  onOpen?: () => void
  onClose?: () => void
  children: ReactNode
}) {
  return (
    <details
      className={styles.disclosure}
      open={open}
      name={group}
      onToggle={(event) => (event.currentTarget.open ? onOpen : onClose)?.()}
    >
      <summary className={styles.summary}>
        <span>{summary}</span>
        <Icon name="chevronDown" />
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
