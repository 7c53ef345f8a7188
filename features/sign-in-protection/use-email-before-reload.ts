import { storeItem } from '../../ui/store-item.ts'

const KEY = 'typedBeforeCheck'

export function storeEmailBeforeReload(email: string): void {
  storeItem(sessionStorage, KEY, email)
}

export function emailBeforeReload(): string | null {
  return sessionStorage.getItem(KEY)
}

export function removeEmailBeforeReload(): void {
  sessionStorage.removeItem(KEY)
}
