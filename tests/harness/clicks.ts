/**
 * Dispatches the second click of a double click, aimed at the previous content. `at` is in milliseconds since the page began. The
 * default is before everything else, however slow the machine is.
 */
export function secondClick(element: Element, at = 1): MouseEvent {
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 })
  Object.defineProperty(click, 'timeStamp', { value: at })
  element.dispatchEvent(click)
  return click
}

/** Dispatches the first click of a pointer, even on an element that is not ready for it. */
export function firstClick(element: Element): void {
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
}

/**
 * Clicks as keyboards, voice control and screen readers do. Several in one task come before the page can show that it is busy.
 */
export function press(element: Element): void {
  if (element instanceof HTMLElement) element.click()
}

/** Types key by key within one task. On any machine the page gets each input event, and none of its timers fires in between. */
export async function typeAtOnce(element: Element, text: string): Promise<void> {
  for (const end of Array.from(text).keys()) {
    // Uses the browser's native setter, because React ignores an assigned value.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, text.slice(0, end + 1))
    element.dispatchEvent(new InputEvent('input', { bubbles: true }))
    await Promise.resolve()
  }
}
