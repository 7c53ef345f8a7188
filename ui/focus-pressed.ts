/** Safari focuses no pressed button or link, so that a closed panel could not return the focus to it. */
export function focusPressed(): void {
  const onClick = ({ target, detail }: MouseEvent) => {
    const pressed = target instanceof Element && target.closest<HTMLElement>('a[href], button, summary')
    const focused = document.activeElement
    // Enter in a form also clicks its button, with no `detail`. A focus outside this button's surroundings was set on purpose.
    if (pressed && detail > 0 && focused !== pressed && focused?.contains(pressed))
      pressed.focus({ preventScroll: true })
  }
  addEventListener('click', onClick, { capture: true })
}
