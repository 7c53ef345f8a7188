import { useId, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { useModal } from './use-modal.ts'
import styles from './Dialog.module.css'

export function Dialog({
  title,
  closeLabel,
  onClose,
  children,
  renderButtons,
}: {
  title: ReactNode
  closeLabel: string
  onClose: () => void
  children: ReactNode
  renderButtons?: (close: () => void) => ReactNode
}) {
  const id = useId()
  const modal = useModal({ onClosed: onClose, locked: false })
  return (
    <dialog {...modal.dialogProps} className={styles.dialog} aria-labelledby={id}>
      <div className={styles.inside}>
        <h2 id={id} tabIndex={-1} data-first-focus>
          {title}
        </h2>
        {children}
        <div className={styles.buttons}>
          {renderButtons?.(modal.close)}
          <Button kind="secondary" onClick={modal.ask}>
            {closeLabel}
          </Button>
        </div>
      </div>
    </dialog>
  )
}
