export type CountedPeople = { key: string; counts: readonly number[] }

/**
 * Hides groups with fewer than `smallest` people (S-53). Everybody knows the total, so also hides the next smallest
 * groups, until the hidden sum is zero or large enough.
 */
export function hiddenGroups(groups: readonly CountedPeople[], smallest: number): ReadonlySet<string> {
  const isSmall = (count: number) => count > 0 && count < smallest
  const hidden = new Set(groups.filter(({ counts }) => counts.some(isSmall)).map(({ key }) => key))
  const revealsFew = () => {
    const [first, ...others] = groups.filter(({ key }) => hidden.has(key))
    return first?.counts.some((count, place) =>
      isSmall(others.reduce((sum, { counts }) => sum + (counts[place] ?? 0), count)),
    )
  }
  const next = groups
    .filter(({ key, counts: [first = 0] }) => !hidden.has(key) && first > 0)
    .toSorted((a, b) => (a.counts[0] ?? 0) - (b.counts[0] ?? 0) || (a.key < b.key ? -1 : 1))
  for (const { key } of next) {
    if (!revealsFew()) break
    hidden.add(key)
  }
  return hidden
}
