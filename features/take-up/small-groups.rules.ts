export type GroupCount = { band: string; eligible: number; selected: number }

export type ShownGroup = { band: string; eligible: number | null; selected: number | null }

/** A group, or the part of one on one side of a benefit's age limit. */
export type GroupPart = { id: string; band: string; people: number }

/** Ids of parts whose total is known from a figure on the page. */
export type CombinedParts = ReadonlySet<string>

export type EverybodysGroups = {
  parts: readonly GroupPart[]
  /** Sets of parts whose people, and nobody else, are eligible for a benefit. */
  told: readonly CombinedParts[]
}

/**
 * Leaves out each group that would reveal something about fewer people than `smallest`: people who are eligible, who have the
 * benefit, or who do not (S-53). If a group left out could be calculated from totals, shown groups or other benefits' figures,
 * the next smallest is left out too. There are three steps, each starting from the groups left out before: all employees, eligible
 * people, people who have the benefit.
 */
export function withoutSmallGroups(
  groups: readonly GroupCount[],
  { smallest, everybody: { parts, told } }: { smallest: number; everybody: EverybodysGroups },
): ShownGroup[] {
  const partsOf = Map.groupBy(parts, ({ band }) => band)
  const size = new Map([...partsOf].map(([band, some]) => [band, some.reduce((sum, { people }) => sum + people, 0)]))
  // Uses one order for all steps and benefits.
  const ordered = groups.toSorted(
    (a, b) => (size.get(a.band) ?? 0) - (size.get(b.band) ?? 0) || (a.band < b.band ? -1 : 1),
  )
  const none: ReadonlySet<string> = new Set()
  const byEverybody = leftOut(ordered, {
    smallest,
    told,
    before: none,
    counts: [({ band }) => partsOf.get(band) ?? []],
  })
  const whole = (count: (group: GroupCount) => number) => (group: GroupCount) => [
    { id: group.band, band: group.band, people: count(group) },
  ]
  const eligible = whole((group) => group.eligible)
  const byEligible = leftOut(ordered, { smallest, told: [], before: byEverybody, counts: [eligible] })
  const all = leftOut(ordered, {
    smallest,
    told: [],
    before: byEligible,
    counts: [eligible, whole((group) => group.selected), whole((group) => group.eligible - group.selected)],
  })
  return groups.map((group) => (all.has(group.band) ? { band: group.band, eligible: null, selected: null } : group))
}

type Step = {
  smallest: number
  told: readonly CombinedParts[]
  before: ReadonlySet<string>
  /** Each returns one kind of count of a group, by its parts. */
  counts: readonly ((group: GroupCount) => readonly GroupPart[])[]
}

/** Bands with a part too small in any count, and as many more as prevent a calculation of one of them. */
function leftOut(ordered: readonly GroupCount[], { smallest, told, before, counts }: Step): ReadonlySet<string> {
  const isSmall = (count: number) => count > 0 && count < smallest
  const kinds = counts.map((partsOf) => ordered.flatMap(partsOf))
  const bandsWith = (isIn: (part: GroupPart) => boolean) => kinds.flatMap((parts) => parts.filter(isIn))
  const out = new Set([
    ...ordered.map(({ band }) => band).filter((band) => before.has(band)),
    ...bandsWith(({ people }) => isSmall(people)).map(({ band }) => band),
  ])
  if (out.size === 0) return out
  const hides = () => kinds.every((parts) => hidesIn(out, parts))
  const counted = new Set(bandsWith(({ people }) => people > 0).map(({ band }) => band))
  for (const next of ordered.filter(({ band }) => !out.has(band) && counted.has(band))) {
    if (hides()) return out
    out.add(next.band)
  }
  // If only one group has people, zeros in all the others reveal its count.
  return hides() ? out : new Set(ordered.map(({ band }) => band))

  /** True if no small count can be calculated from known totals less the counts shown. */
  function hidesIn(bands: ReadonlySet<string>, parts: readonly GroupPart[]): boolean {
    const some = parts.filter(({ people }) => people > 0)
    const hidden = some.filter(({ band }) => bands.has(band))
    // The number of sets below grows exponentially.
    if (hidden.filter(({ people }) => people < smallest).length > mostSmallParts) return false
    const sums = [new Set(parts.map(({ id }) => id)), ...told]
    return smallSets(hidden, smallest).every((together) => {
      // It is unknown here which groups without people belong to a benefit's figure.
      const isTold = some.length === parts.length && isCalculable(together, sums, parts)
      return isTold || !isCalculable(together, sums, hidden)
    })
  }
}

/** If more parts are small, all groups are left out. */
const mostSmallParts = 12

/** Returns every set of parts that together have fewer than `smallest` people. Each part must have people. */
function smallSets(parts: readonly GroupPart[], smallest: number): CombinedParts[] {
  const sets = parts.reduce<{ ids: string[]; people: number }[]>(
    (found, part) => [
      ...found,
      ...found
        .filter(({ people }) => people + part.people < smallest)
        .map(({ ids, people }) => ({ ids: [...ids, part.id], people: people + part.people })),
    ],
    [{ ids: [], people: 0 }],
  )
  return sets.filter(({ people }) => people > 0).map(({ ids }) => new Set(ids))
}

/** True if the total of some parts can be calculated from totals in `from`. Counts of `within` are unknown. */
function isCalculable(parts: CombinedParts, from: readonly CombinedParts[], within: readonly GroupPart[]): boolean {
  const rowOf = (set: CombinedParts) => within.map(({ id }) => (set.has(id) ? 1 : 0))
  const rows = from.map(rowOf)
  return rankOf([...rows, rowOf(parts)]) === rankOf(rows)
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

/** Tolerance for rounding: with a dozen parts, other values are never this close to 0. */
const nearlyNothing = 1e-9
