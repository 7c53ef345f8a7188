/** A bounded cache of the most recently used values (LRU). */
export type LruCache<Made> = {
  find: (key: string) => Made | undefined
  keep: (key: string, made: Made) => void
  forget: (key: string) => void
}

export function lruCache<Made>(most: number): LruCache<Made> {
  // Ordered by last use: the first entry is the least recently used.
  const kept = new Map<string, Made>()
  const keep = (key: string, made: Made) => {
    kept.delete(key)
    kept.set(key, made)
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
  }
  return {
    find: (key) => {
      const known = kept.get(key)
      if (known === undefined) return undefined
      kept.delete(key)
      kept.set(key, known)
      return known
    },
    keep,
    forget: (key) => void kept.delete(key),
  }
}

/** Freezes a value that all requests share, so that changing it throws. Entries of a Map itself can still be added or removed. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const part of value instanceof Map ? value.values() : Object.values(value)) deepFreeze(part)
  return Object.freeze(value)
}
