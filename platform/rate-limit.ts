const MINUTE = 60_000
/** Upper limit of callers counted in one minute. Beyond it, all counts start again. */
const mostKnown = 20_000

/** Limits requests per caller and minute, against floods. Counted in each process. */
export function limitPerMinute(most: number): (asker: string) => boolean {
  const taken = new Map<string, number>()
  let endsAt = 0
  return (asker) => {
    if (performance.now() >= endsAt || taken.size > mostKnown) {
      taken.clear()
      endsAt = performance.now() + MINUTE
    }
    const count = (taken.get(asker) ?? 0) + 1
    taken.set(asker, count)
    return count <= most
  }
}
