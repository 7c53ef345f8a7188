/**
 * The second click of a double click on what stood here before. `at` is in milliseconds since the page began: before all else
 * unless told, however slow the machine is.
 */
export function secondClick(element: Element, at = 1): MouseEvent {
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 })
  Object.defineProperty(click, 'timeStamp', { value: at })
  element.dispatchEvent(click)
  return click
}

/** The first click of a pointer, also on what is not ready for it. */
export function firstClick(element: Element): void {
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
}

/** As keys, voices and screen readers press; several in one task come faster than the page can say that it is busy. */
export function press(element: Element): void {
  if (element instanceof HTMLElement) element.click()
}

/** Key by key within one moment, however slow the machine is: the page hears of each, and none of its timers ends between. */
export async function typeAtOnce(element: Element, text: string): Promise<void> {
  for (const end of Array.from(text).keys()) {
    // As the browser sets it: React takes a value that is assigned for its own.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, text.slice(0, end + 1))
    element.dispatchEvent(new InputEvent('input', { bubbles: true }))
    await Promise.resolve()
  }
}
