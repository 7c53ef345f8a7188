export type LruCache<Made> = {
  find: (key: string) => Made | undefined
  keep: (key: string, made: Made) => void
  forget: (key: string) => void
}

export function lruCache<Made>(maximum: number): LruCache<Made> {
  // In the order of last use: the first entry is the least recently used.
  const entries = new Map<string, Made>()
  const keep = (key: string, made: Made) => {
    entries.delete(key)
    entries.set(key, made)
    const [oldest] = entries.keys()
    if (entries.size > maximum && oldest !== undefined) entries.delete(oldest)
  }
  return {
    find: (key) => {
      const cached = entries.get(key)
      if (cached === undefined) return undefined
      entries.delete(key)
      entries.set(key, cached)
      return cached
    },
    keep,
    forget: (key) => void entries.delete(key),
  }
}

/** Freezes a value that all requests share. Entries of a Map can still be added or removed. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const part of value instanceof Map ? value.values() : Object.values(value)) deepFreeze(part)
  return Object.freeze(value)
}
