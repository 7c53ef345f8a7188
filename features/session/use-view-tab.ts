const VIEW = 'view'

/** Marks this tab as a view, in storage of this tab only (MASQ-07). */
export function markViewTab(): void {
  sessionStorage.clear()
  sessionStorage.setItem(VIEW, VIEW)
}

export function endViewTab(): void {
  sessionStorage.removeItem(VIEW)
}
