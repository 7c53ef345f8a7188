type Store = Pick<Storage, 'setItem'>

/** Stores an item. If the storage is full or blocked, the item is not stored. */
export function storeItem(store: Store, name: string, text: string): void {
  try {
    store.setItem(name, text)
  } catch {
    // Callers work without the item.
  }
}
