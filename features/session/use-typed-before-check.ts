const KEY = 'typedBeforeCheck'

/** Where the email waits, in this tab alone, while the page comes anew with the policy that a provider's check needs. */
export function keepTyped(email: string): void {
  sessionStorage.setItem(KEY, email)
}

/** Null where the page has not come anew. */
export function typedBeforeCheck(): string | null {
  return sessionStorage.getItem(KEY)
}

export function forgetTyped(): void {
  sessionStorage.removeItem(KEY)
}
