export function positionPopover(popover: HTMLElement | null, button: HTMLElement | null): void {
  if (!popover || !button) return
  const from = button.getBoundingClientRect()
  const gap = 4
  const below = innerHeight - from.bottom - gap
  const isAbove = below < popover.offsetHeight && from.top > below
  const top = isAbove ? Math.max(gap, from.top - gap - popover.offsetHeight) : from.bottom + gap
  const left = Math.min(from.left, document.documentElement.clientWidth - popover.offsetWidth - gap)
  popover.style.setProperty('top', `${top}px`)
  popover.style.setProperty('left', `${Math.max(gap, left)}px`)
}
