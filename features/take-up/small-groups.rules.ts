/** People of one group: those a benefit is for, and of these those who have it. */
export type GroupCount = { band: string; eligible: number; selected: number }

/** The same where it may be shown; null where too few people could be told from it. */
export type ShownGroup = { band: string; eligible: number | null; selected: number | null }

/** Bands that are known together: how many people they have is told by a figure that is shown anyway. */
export type ToldTogether = ReadonlySet<string>

/**
 * Leaves out every group that would tell something of fewer people than `smallest`: of those a benefit is for, those who have
 * it or those who have not (S-53). A group that could be worked out from the total and the groups shown takes the next
 * smallest with it. So does one that follows from whom other benefits are for: `told` has the bands of which everybody is
 * counted by the figure of a whole benefit, and nobody else is, as of one for people of an age that ends where a group does.
 *
 * It is done in three steps, each beginning with what the one before has left out: by everybody's groups, by the groups the
 * benefit is for, and by who has it. Two benefits for the same people thus leave out the same groups of these, so that one
 * tells nothing about the other.
 */
export function withoutSmallGroups(
  groups: readonly GroupCount[],
  { smallest, everybody, told }: { smallest: number; everybody: readonly GroupCount[]; told: readonly ToldTogether[] },
): ShownGroup[] {
  const size = new Map(everybody.map(({ band, eligible }) => [band, eligible]))
  // The same order in every step and for every benefit.
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
  told: readonly ToldTogether[]
  before: ReadonlySet<string>
  counts: (group: GroupCount) => number[]
}

/** The bands left out: too small in any count, and as many more as keep what is told together from telling one of them. */
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
  // Of one group alone, that all the others have nobody tells as much.
  return hides() ? out : everything

  /** No count of few people follows from what is told together less what is shown, but what follows where nothing is. */
  function hidesIn(bands: ReadonlySet<string>, kind: number): boolean {
    const counted = ordered.map((group) => ({ band: group.band, count: counts(group)[kind] ?? 0 }))
    const some = counted.filter(({ count }) => count > 0)
    const hidden = some.filter(({ band }) => bands.has(band))
    const sums = [everything, ...told]
    return subsetsOf(hidden).every((set) => {
      if (!isSmall(set.reduce((sum, { count }) => sum + count, 0))) return true
      const together = new Set(set.map(({ band }) => band))
      // Which groups of nobody a figure has beside the others is not known here.
      const isTold = some.length === counted.length && follows(together, sums, counted)
      return isTold || !follows(together, sums, hidden)
    })
  }
}

function subsetsOf<One>(all: readonly One[]): One[][] {
  return all.reduce<One[][]>((sets, one) => [...sets, ...sets.map((set) => [...set, one])], [[]])
}

/** Whether the number of some bands together can be added and subtracted from that of others, where those of `within` are not known. */
function follows(bands: ToldTogether, from: readonly ToldTogether[], within: readonly { band: string }[]): boolean {
  const rowOf = (set: ToldTogether) => within.map(({ band }) => (set.has(band) ? 1 : 0))
  const rows = from.map(rowOf)
  return rankOf([...rows, rowOf(bands)]) === rankOf(rows)
}

/** How many of these rows are not made of the others. */
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

/** What is left of nought after dividing: with six bands nothing else comes near it. */
const nearlyNothing = 1e-9
