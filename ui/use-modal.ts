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
import { countOpenModal } from './use-open-modals.ts'

/** Milliseconds (specification 9). */
export const MODAL_CLOSE_MS = 300

const typedAgain = '[autocomplete$=password], fieldset:has([autocomplete=one-time-code]) input'

type Modal = {
  onClosed: () => void
  locked: boolean
  /** CSS selector of inputs whose values must not be lost. Passwords and codes need no question: they are typed again. */
  keeps?: string
}

/** Escape and the backdrop close the dialog, unless `locked`. If an input in `keeps` was changed, they set `isAsking`. */
export function useModal({ onClosed, locked, keeps }: Modal) {
  const dialog = useRef<HTMLDialogElement>(null)
  const firstValues = useRef(new Map<Element, string>())
  const changed = useRef(new Set<Element>())
  const [isAsking, setAsking] = useState(false)
  const [closing, setClosing] = useState(false)
  const pressedBackdrop = useRef(false)
  const isMeant = useDeliberateClick()

  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    const closed = countOpenModal()
    if (!element?.open) element?.showModal()
    // React does not set the autofocus attribute, and the dialog would focus its first button.
    element?.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    return () => {
      element?.close()
      // Return the focus to the element that opened the dialog, even if the dialog was removed, or else to the page's content.
      const opener = before instanceof HTMLElement && before.isConnected && before !== document.body ? before : null
      const back = opener ?? document.querySelector<HTMLElement>('main')
      back?.focus({ preventScroll: !opener })
      closed()
    }
  }, [])

  // Always uses the latest callback, so that rendering does not restart the timer.
  const hasClosed = useEffectEvent(onClosed)
  useEffect(() => {
    if (!closing) return
    const timer = setTimeout(() => hasClosed(), MODAL_CLOSE_MS)
    return () => clearTimeout(timer)
  }, [closing])

  const close = () => setClosing(true)
  const ask = () => {
    if (locked) return
    // An input that was removed, or has its first value again, has nothing to lose.
    const isChanged = (input: Element) => input.isConnected && valueOf(input) !== firstValues.current.get(input)
    // A file input is emptied after use, so its value does not show whether a file was chosen.
    if (dialog.current?.querySelector('[data-has-file]') || [...changed.current].some(isChanged)) setAsking(true)
    else close()
  }

  // React changes `defaultValue` with the value, so the first values are stored here.
  const noteValues = () => {
    if (!keeps) return
    for (const input of dialog.current?.querySelectorAll(keeps) ?? [])
      if (!firstValues.current.has(input)) firstValues.current.set(input, valueOf(input))
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
      onFocus: noteValues,
      onInput: ({ target }: SyntheticEvent) => {
        if (keeps && target instanceof Element && target.matches(keeps) && !target.matches(typedAgain))
          changed.current.add(target)
      },
      'data-closing': closing || undefined,
      onCancel: (event: SyntheticEvent<HTMLDialogElement>) => {
        // Cancel events bubble up from file inputs and nested dialogs.
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
        // Chromium closes a dialog at the second Escape, even a locked one. Handling the key prevents that.
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        ask()
      },
    },
  }
}

function valueOf(input: Element): string {
  if (input instanceof HTMLInputElement && (input.type === 'checkbox' || input.type === 'radio'))
    return String(input.checked)
  if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement || input instanceof HTMLSelectElement)
    return input.value
  return ''
}
