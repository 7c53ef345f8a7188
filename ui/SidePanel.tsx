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

export type PanelProps = { params: Record<string, string>; onClose: () => void }

type SidePanelProps = {
  title: ReactNode
  busy: boolean
  error: ReactNode | null
  onClose: () => void
  closeLabel?: string
  footer?: ReactNode
  wide?: boolean
  children: ReactNode
}

const ClosePanel = createContext<() => void>(() => undefined)

export function useClosePanel(): () => void {
  return use(ClosePanel)
}

/** A panel over the right of the page. The close button, Escape and the backdrop close it. If a form was changed, they ask first. */
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

export function SaveAndCancel({ formId, busy }: { formId: string; busy: boolean }) {
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
