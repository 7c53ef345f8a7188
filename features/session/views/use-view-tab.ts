/** As `isViewTab` looks for it. */
const VIEW = 'view'

/** Marks this tab, in the storage that is its alone, as one that shows somebody else's portal (MASQ-07). */
export function beginView(): void {
  sessionStorage.clear()
  sessionStorage.setItem(VIEW, VIEW)
}

/** Whoever goes on in this tab goes on as themselves. */
export function endViewTab(): void {
  sessionStorage.removeItem(VIEW)
}
