/** `at` is the time of the click in milliseconds since the page loaded, by default before all content. */
export function secondClick(element: Element, at = 1): MouseEvent {
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 })
  Object.defineProperty(click, 'timeStamp', { value: at })
  element.dispatchEvent(click)
  return click
}

export function firstClick(element: Element): void {
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
}

/** Clicks without a pointer. Several calls in one task all happen before the page can show that it is busy. */
export function clickByKeyboard(element: Element): void {
  if (element instanceof HTMLElement) element.click()
}

export async function typeAtOnce(element: Element, text: string): Promise<void> {
  for (const end of Array.from(text).keys()) {
    // Uses the browser's native setter, because React ignores an assigned value.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, text.slice(0, end + 1))
    element.dispatchEvent(new InputEvent('input', { bubbles: true }))
    await Promise.resolve()
  }
}
