/** Key that `isViewTab` also uses. */
const VIEW = 'view'

/** Marks this tab as a view of another person's portal, in the tab's own storage (MASQ-07). */
export function markViewTab(): void {
  sessionStorage.clear()
  sessionStorage.setItem(VIEW, VIEW)
}

/** Ends the view: from now on this tab is the user's own again. */
export function endViewTab(): void {
  sessionStorage.removeItem(VIEW)
}
