import './icon-shapes.ts'
import { createContext, use, useId, type ReactNode } from 'react'
import { buttonMessages } from '../contract/messages.ts'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { classNames } from './class-names.ts'
import { DiscardQuestion } from './ConfirmDialog.tsx'
import { Icon } from './Icon.tsx'
import { sidePanelMessages } from './SidePanel.messages.ts'
import { useModal } from './use-modal.ts'
import styles from './SidePanel.module.css'

/** Declared search parameters of the panel, and a callback that removes it from the address. */
export type PanelProps = { params: Record<string, string>; onClose: () => void }

type SidePanelProps = {
  title: ReactNode
  /** The panel can't be closed until the call ends. */
  busy: boolean
  error: ReactNode | null
  onClose: () => void
  closeLabel?: string
  /** Stays in view below the content. */
  footer?: ReactNode
  wide?: boolean
  children: ReactNode
}

const ClosePanel = createContext<() => void>(() => undefined)

/** Returns a function that closes the surrounding panel with its animation, for a Cancel button or after a success. */
export function useClosePanel(): () => void {
  return use(ClosePanel)
}

/** A panel from the right over the page. Its close button, Escape and the backdrop close it, after a question if a form was changed. */
export function SidePanel({
  title,
  busy,
  error,
  onClose,
  closeLabel = buttonMessages.close,
  footer,
  wide = false,
  children,
}: SidePanelProps) {
  const titleId = useId()
  const modal = useModal({ onClosed: onClose, locked: busy, keeps: 'form :is(input, select, textarea)' })
  return (
    <dialog
      {...modal.dialogProps}
      className={classNames(styles.panel, wide && styles.wide)}
      aria-labelledby={titleId}
      aria-busy={busy || undefined}
    >
      <ClosePanel value={modal.close}>
        <div className={styles.inside}>
          <header className={styles.head}>
            <h2 id={titleId} className={styles.title} tabIndex={-1} data-first-focus>
              {title}
            </h2>
            <button type="button" className={styles.close} onClick={modal.ask} aria-disabled={busy || undefined}>
              <Icon name="close" />
              <span>{closeLabel}</span>
            </button>
          </header>
          <div className={styles.content}>
            {error !== null && (
              <Alert kind="error" isAnswer>
                {error}
              </Alert>
            )}
            {children}
          </div>
          {footer && <footer className={styles.foot}>{footer}</footer>}
        </div>
      </ClosePanel>
      {modal.isAsking && <DiscardQuestion onAnswer={modal.answer} />}
    </dialog>
  )
}

/** `formId` is the id of the form inside the panel. */
export function SaveOrCancel({ formId, busy }: { formId: string; busy: boolean }) {
  const close = useClosePanel()
  return (
    <>
      <Button type="submit" form={formId} busy={busy} busyLabel={sidePanelMessages.saving}>
        {buttonMessages.save}
      </Button>
      <Button kind="secondary" onClick={close} disabled={busy}>
        {buttonMessages.cancel}
      </Button>
    </>
  )
}
