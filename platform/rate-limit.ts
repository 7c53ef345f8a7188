const MINUTE = 60_000
/** Upper limit of callers counted in one minute. At this number all counts start again, to limit memory. */
const maxCallers = 20_000

/** Limits requests per caller and minute, against floods. Counted in each process. */
export function limitPerMinute(limit: number): (asker: string) => boolean {
  const counts = new Map<string, number>()
  let endsAt = 0
  return (asker) => {
    if (performance.now() >= endsAt || counts.size > maxCallers) {
      counts.clear()
      endsAt = performance.now() + MINUTE
    }
    const count = (counts.get(asker) ?? 0) + 1
    counts.set(asker, count)
    return count <= limit
  }
}
