import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type SyntheticEvent,
} from 'react'
import { useMeantClick } from './use-meant-click.ts'

/** How long a panel or dialog takes to leave (specification 9). */
export const MODAL_CLOSE_MS = 300

/** A native modal dialog with a 300 ms exit. `data-first-focus` gets the focus; Escape and backdrop close unless `locked`. */
export function useModal({ onClosed, locked }: { onClosed: () => void; locked: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [closing, setClosing] = useState(false)
  const pressedBackdrop = useRef(false)
  const isMeant = useMeantClick()

  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    if (!element?.open) element?.showModal()
    // React keeps its autoFocus to itself, so the dialog would take its first button instead.
    element?.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    return () => {
      element?.close()
      // Focus goes back to what opened it, also when the dialog was taken away whole; where that is gone, as a button is
      // that may be pressed once, to the page's content.
      const opener = before instanceof HTMLElement && before.isConnected && before !== document.body ? before : null
      const back = opener ?? document.querySelector<HTMLElement>('main')
      back?.focus({ preventScroll: !opener })
    }
  }, [])

  // The latest one, without starting the time anew whenever the page behind renders.
  const closed = useEffectEvent(onClosed)
  useEffect(() => {
    if (!closing) return
    const timer = setTimeout(() => closed(), MODAL_CLOSE_MS)
    return () => clearTimeout(timer)
  }, [closing])

  const close = () => setClosing(true)
  const ask = () => {
    if (!locked) close()
  }

  return {
    close,
    ask,
    dialogProps: {
      ref: dialog,
      'data-closing': closing || undefined,
      onCancel: (event: SyntheticEvent<HTMLDialogElement>) => {
        // A file input and a nested dialog send their own cancel events up.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        ask()
      },
      // Only a press that both began and ended on the backdrop counts, so that selecting text past the edge is safe.
      onPointerDown: (event: MouseEvent<HTMLDialogElement>) => {
        pressedBackdrop.current = event.target === event.currentTarget
      },
      onClickCapture: (event: MouseEvent<HTMLDialogElement>) => {
        if (!isMeant(event)) event.stopPropagation()
      },
      onClick: (event: MouseEvent<HTMLDialogElement>) => {
        if (event.target === event.currentTarget && pressedBackdrop.current) ask()
      },
      onKeyDown: (event: KeyboardEvent<HTMLDialogElement>) => {
        // Chromium closes a dialog by force at the second Escape; asking here keeps a locked one open.
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        ask()
      },
    },
  }
}
