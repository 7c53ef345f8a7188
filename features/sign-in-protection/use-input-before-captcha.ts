import { storeItem } from '../../ui/store-item.ts'

const KEY = 'typedBeforeCheck'

/** Keeps the email in this tab's storage while the page reloads with the policy that a captcha provider needs. */
export function storeEmail(email: string): void {
  storeItem(sessionStorage, KEY, email)
}

/** Returns null if the page was not reloaded for the captcha. */
export function storedEmail(): string | null {
  return sessionStorage.getItem(KEY)
}

export function removeEmail(): void {
  sessionStorage.removeItem(KEY)
}
