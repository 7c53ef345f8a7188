export type GroupCount = { band: string; eligible: number; selected: number }

export type ShownGroup = { band: string; eligible: number | null; selected: number | null }

export type CombinedGroups = ReadonlySet<string>

/**
 * Hides groups that would reveal something about fewer than `smallest` people (S-53), and the next smallest if known
 * totals would reveal a hidden group. Checks employees, then eligible people, then members; hidden groups stay hidden.
 * `told`: for each benefit, the bands whose people are all eligible.
 */
export function withoutSmallGroups(
  groups: readonly GroupCount[],
  {
    smallest,
    everybody,
    told,
  }: { smallest: number; everybody: readonly GroupCount[]; told: readonly CombinedGroups[] },
): ShownGroup[] {
  const size = new Map(everybody.map(({ band, eligible }) => [band, eligible]))
  // All steps and benefits use the same order, so that they hide the same groups.
  const ordered = groups.toSorted(
    (a, b) => (size.get(a.band) ?? 0) - (size.get(b.band) ?? 0) || (a.band < b.band ? -1 : 1),
  )
  const none: ReadonlySet<string> = new Set()
  const byEverybody = leftOut(ordered, { smallest, told, before: none, counts: ({ band }) => [size.get(band) ?? 0] })
  const byEligible = leftOut(ordered, { smallest, told: [], before: byEverybody, counts: ({ eligible }) => [eligible] })
  const all = leftOut(ordered, {
    smallest,
    told: [],
    before: byEligible,
    counts: ({ eligible, selected }) => [eligible, selected, eligible - selected],
  })
  return groups.map((group) => (all.has(group.band) ? { band: group.band, eligible: null, selected: null } : group))
}

type Step = {
  smallest: number
  told: readonly CombinedGroups[]
  before: ReadonlySet<string>
  counts: (group: GroupCount) => number[]
}

function leftOut(ordered: readonly GroupCount[], { smallest, told, before, counts }: Step): ReadonlySet<string> {
  const isSmall = (count: number) => count > 0 && count < smallest
  const everything = new Set(ordered.map(({ band }) => band))
  const out = new Set(
    ordered.filter((group) => before.has(group.band) || counts(group).some(isSmall)).map(({ band }) => band),
  )
  if (out.size === 0) return out
  const hides = () => (ordered[0] ? counts(ordered[0]) : []).every((_, kind) => hidesIn(out, kind))
  for (const next of ordered.filter((group) => !out.has(group.band) && counts(group).some((count) => count > 0))) {
    if (hides()) return out
    out.add(next.band)
  }
  // With only one non-empty group, hide all: the zeros of the others would reveal its count.
  return hides() ? out : everything

  /** True if no small count can be calculated from known totals and the counts shown. */
  function hidesIn(bands: ReadonlySet<string>, kind: number): boolean {
    const counted = ordered.map((group) => ({ band: group.band, count: counts(group)[kind] ?? 0 }))
    const some = counted.filter(({ count }) => count > 0)
    const hidden = some.filter(({ band }) => bands.has(band))
    const sums = [everything, ...told]
    return subsetsOf(hidden).every((set) => {
      if (!isSmall(set.reduce((sum, { count }) => sum + count, 0))) return true
      const together = new Set(set.map(({ band }) => band))
      // Shows a small total if other totals on the page reveal it anyway.
      const isTold = some.length === counted.length && isNextSmallest(together, sums, counted)
      return isTold || !isNextSmallest(together, sums, hidden)
    })
  }
}

function subsetsOf<One>(all: readonly One[]): One[][] {
  return all.reduce<One[][]>((sets, one) => [...sets, ...sets.map((set) => [...set, one])], [[]])
}

/** True if the totals of `from` reveal the total of `bands`. Only the counts of `within` are unknown. */
function isNextSmallest(
  bands: CombinedGroups,
  from: readonly CombinedGroups[],
  within: readonly { band: string }[],
): boolean {
  const rowOf = (set: CombinedGroups) => within.map(({ band }) => (set.has(band) ? 1 : 0))
  const rows = from.map(rowOf)
  return rankOf([...rows, rowOf(bands)]) === rankOf(rows)
}

function rankOf(rows: readonly (readonly number[])[]): number {
  if ((rows[0] ?? []).length === 0) return 0
  const pivot = rows.find((row) => Math.abs(row[0] ?? 0) > nearlyNothing)
  if (!pivot) return rankOf(rows.map((row) => row.slice(1)))
  const rest = rows
    .filter((row) => row !== pivot)
    .map((row) =>
      row.slice(1).map((value, place) => value - ((row[0] ?? 0) / (pivot[0] ?? 1)) * (pivot[place + 1] ?? 0)),
    )
  return 1 + rankOf(rest)
}

/** Tolerance for rounding. With six bands, no other value is this close to 0. */
const nearlyNothing = 1e-9
