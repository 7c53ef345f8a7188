const MINUTE = 60_000
const maxCallers = 20_000

/** Limits the requests of each caller in a minute, separately in each process. */
export function limitPerMinute(limit: number): (caller: string) => boolean {
  const counts = new Map<string, number>()
  let endsAt = 0
  return (caller) => {
    if (performance.now() >= endsAt || counts.size > maxCallers) {
      counts.clear()
      endsAt = performance.now() + MINUTE
    }
    const count = (counts.get(caller) ?? 0) + 1
    counts.set(caller, count)
    return count <= limit
  }
}
