type Store = Pick<Storage, 'setItem'>

export function storeItem(store: Store, name: string, text: string): void {
  try {
    store.setItem(name, text)
  } catch {
    // The storage may be full or blocked. Callers work without the item.
  }
}
