import { useLayoutEffect, useRef } from 'react'
import { buttonMessages } from '../contract/messages.ts'
import { Button } from './Button.tsx'

export function Retry({ onRetry }: { onRetry: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const pressed = button.current
    return () => {
      if (!pressed || document.activeElement !== pressed) return
      const headings = headingsAbove(pressed)
      queueMicrotask(() => {
        const { activeElement } = document
        if (activeElement === pressed || activeElement === document.body) focusFirst(headings)
      })
    }
  }, [])
  return (
    <Button ref={button} kind="secondary" onClick={onRetry}>
      {buttonMessages.retry}
    </Button>
  )
}

function headingsAbove(element: Element): HTMLElement[] {
  const found: HTMLElement[] = []
  for (let part = element.parentElement; part; part = part.parentElement) {
    if (!part.matches('section, aside, dialog, main')) continue
    const above = Array.from(part.querySelectorAll<HTMLElement>('h1, h2, h3, h4')).filter(
      (heading) => heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
    )
    found.push(...above.toReversed())
  }
  return found
}

function focusFirst(headings: readonly HTMLElement[]): void {
  const still = headings.find((heading) => heading.isConnected) ?? document.querySelector<HTMLElement>('main h1')
  if (!still) return
  still.tabIndex = -1
  still.focus()
}
