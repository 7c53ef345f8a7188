const MINUTE = 60_000
/** More different askers than this in one minute are not told apart from new ones. */
const mostKnown = 20_000

/**
 * Whether an asker is still within so many of something in this minute, for floods alone: it is counted in this process
 * and costs no write, so that several processes let through so many each.
 */
export function minuteBudgets(most: number): (asker: string) => boolean {
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
