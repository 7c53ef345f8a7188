type Store = Pick<Storage, 'setItem'>

export function storeItem(store: Store, name: string, text: string): void {
  try {
    store.setItem(name, text)
  } catch {
    // Callers work without the item.
  }
}
