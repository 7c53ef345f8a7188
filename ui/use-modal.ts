import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type SyntheticEvent,
} from 'react'
import { useDeliberateClick } from './use-deliberate-click.ts'
import { modalOpened } from './use-open-modals.ts'

/** Milliseconds (specification 9). */
export const MODAL_CLOSE_MS = 300

type Modal = {
  onClosed: () => void
  locked: boolean
  /** Selects the inputs whose text would be lost. */
  keeps?: string
}

/**
 * Closes with animation. `data-first-focus` gets the focus; Escape and backdrop close unless `locked`. If text was typed into an
 * input that `keeps` selects, they ask first: `isAsking`.
 */
export function useModal({ onClosed, locked, keeps }: Modal) {
  const dialog = useRef<HTMLDialogElement>(null)
  const changed = useRef<HTMLElement | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [closing, setClosing] = useState(false)
  const pressedBackdrop = useRef(false)
  const isMeant = useDeliberateClick()

  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    const closed = modalOpened()
    if (!element?.open) element?.showModal()
    // React does not set the autofocus attribute, so the dialog would focus its first button instead.
    element?.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    return () => {
      element?.close()
      // Return focus to the element that opened the dialog, also if the dialog was removed. If the opener is gone, focus
      // the page's content.
      const opener = before instanceof HTMLElement && before.isConnected && before !== document.body ? before : null
      const back = opener ?? document.querySelector<HTMLElement>('main')
      back?.focus({ preventScroll: !opener })
      closed()
    }
  }, [])

  // Calls the latest callback without restarting the timer when the page renders.
  const hasClosed = useEffectEvent(onClosed)
  useEffect(() => {
    if (!closing) return
    const timer = setTimeout(() => hasClosed(), MODAL_CLOSE_MS)
    return () => clearTimeout(timer)
  }, [closing])

  const close = () => setClosing(true)
  const ask = () => {
    if (locked) return
    // A form that was sent and replaced has nothing to lose.
    if (changed.current?.isConnected) setAsking(true)
    else close()
  }

  return {
    close,
    ask,
    isAsking,
    answer: (discard: boolean) => {
      setAsking(false)
      if (discard) close()
    },
    dialogProps: {
      ref: dialog,
      onInput: ({ target }: SyntheticEvent) => {
        if (keeps && target instanceof HTMLElement && target.matches(keeps)) changed.current = target
      },
      'data-closing': closing || undefined,
      onCancel: (event: SyntheticEvent<HTMLDialogElement>) => {
        // Cancel events of a file input and of a nested dialog bubble up.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        ask()
      },
      // A press must begin and end on the backdrop, so that selecting text past the edge does not close the dialog.
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
        // Chromium closes a dialog at the second Escape. Handling the key here keeps a locked one open.
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        ask()
      },
    },
  }
}
