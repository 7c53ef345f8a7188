/** What was made for a key, while it is one of the latest that were asked for. */
export type RecentlyAsked<Made> = {
  find: (key: string) => Made | undefined
  keep: (key: string, made: Made) => void
  forget: (key: string) => void
}

export function recentlyAsked<Made>(most: number): RecentlyAsked<Made> {
  // The one asked for last stands last; the first is the one nobody has asked for longest.
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

/** For all requests to share: whoever tried to change it would be told, in strict mode. */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const part of value instanceof Map ? value.values() : Object.values(value)) frozen(part)
  return Object.freeze(value)
}
