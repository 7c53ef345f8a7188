type Store = Pick<Storage, 'setItem'>

/** Stores an item. A full or blocked storage costs only what it would have kept. */
export function keepItem(store: Store, name: string, text: string): void {
  try {
    store.setItem(name, text)
  } catch {
    // Nothing to do.
  }
}
