import { useId, useRef, useState, type ReactNode } from 'react'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { dialogMessages } from './dialog.messages.ts'
import { useModal } from './use-modal.ts'
import styles from './Dialog.module.css'

type ConfirmDialogProps = {
  title: ReactNode
  children?: ReactNode
  /** If missing, the dialog only informs, and `cancelLabel` closes it. */
  confirm?: {
    label: string
    busyLabel: string
    kind?: 'primary' | 'danger'
    /** If it resolves, the dialog closes; if it rejects, the dialog stays and shows the reason. */
    act: () => Promise<unknown>
    failure: (error: unknown, finish: () => void) => ReactNode
  }
  cancelLabel: string
  onClose: (confirmed: boolean) => void
}

export function ConfirmDialog({ title, children, confirm, cancelLabel, onClose }: ConfirmDialogProps) {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ReactNode>(null)
  const [done, setDone] = useState(false)
  const running = useRef(false)
  const modal = useModal({ onClosed: () => onClose(done), locked: busy, keeps: 'input, select, textarea' })

  const act = async () => {
    if (!confirm || running.current) return
    running.current = true
    setBusy(true)
    setError(null)
    try {
      await confirm.act()
      finish()
    } catch (failure) {
      running.current = false
      setBusy(false)
      setError(confirm.failure(failure, finish))
    }
  }

  const finish = () => {
    setDone(true)
    modal.close()
  }

  return (
    <dialog
      {...modal.dialogProps}
      className={styles.dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      aria-busy={busy || undefined}
    >
      <div className={styles.inside}>
        <h2 id={`${id}-title`}>{title}</h2>
        <div id={`${id}-text`} className={styles.text} hidden={!children}>
          {children}
        </div>
        {error !== null && <Alert kind="error">{error}</Alert>}
        <div className={styles.buttons}>
          {confirm && (
            <Button
              kind={confirm.kind ?? 'primary'}
              busy={busy}
              busyLabel={confirm.busyLabel}
              onClick={() => void act()}
            >
              {confirm.label}
            </Button>
          )}
          <Button kind="secondary" onClick={modal.close} disabled={busy} data-first-focus>
            {cancelLabel}
          </Button>
        </div>
      </div>
      {modal.isAsking && <DiscardQuestion onAnswer={modal.answer} />}
    </dialog>
  )
}

export function DiscardQuestion({ onAnswer }: { onAnswer: (discard: boolean) => void }) {
  return (
    <ConfirmDialog
      title={dialogMessages.discardTitle}
      confirm={{
        label: dialogMessages.discard,
        busyLabel: dialogMessages.discard,
        kind: 'danger',
        act: () => Promise.resolve(),
        failure: () => null,
      }}
      cancelLabel={dialogMessages.keep}
      onClose={onAnswer}
    >
      {dialogMessages.discardText}
    </ConfirmDialog>
  )
}
