/** Key that `isViewTab` also uses. */
const VIEW = 'view'

/** Marks this tab as a view of another person's portal, in the tab's own storage (MASQ-07). */
export function markViewTab(): void {
  sessionStorage.clear()
  sessionStorage.setItem(VIEW, VIEW)
}

export function endViewTab(): void {
  sessionStorage.removeItem(VIEW)
}
