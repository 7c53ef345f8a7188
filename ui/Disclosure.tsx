import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './Disclosure.module.css'

/** A question that opens onto its answer: native `<details>`, so it can be found, printed and opened by keyboard. */
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
  /** Called when it opens, for what is fetched only then. */
  onOpen?: () => void
  /** Called when it closes, for what is to be asked for no longer. */
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
