/** People of one group: those a benefit is for, and of these those who have it. */
export type GroupCount = { band: string; eligible: number; selected: number }

/** The same where it may be shown; null where too few people could be told from it. */
export type ShownGroup = { band: string; eligible: number | null; selected: number | null }

/**
 * Leaves out every group that would tell something of fewer people than `smallest`: of those a benefit is for, those who have
 * it or those who have not (S-53). A group that could be worked out from the total and the groups shown takes the next
 * smallest with it.
 *
 * It is done in three steps, each beginning with what the one before has left out: by everybody's groups, by the groups the
 * benefit is for, and by who has it. Two benefits for the same people thus leave out the same groups of these, so that one
 * tells nothing about the other.
 */
export function withoutSmallGroups(
  groups: readonly GroupCount[],
  { smallest, everybody }: { smallest: number; everybody: readonly GroupCount[] },
): ShownGroup[] {
  const size = new Map(everybody.map(({ band, eligible }) => [band, eligible]))
  // The same order in every step and for every benefit.
  const ordered = groups.toSorted(
    (a, b) => (size.get(a.band) ?? 0) - (size.get(b.band) ?? 0) || (a.band < b.band ? -1 : 1),
  )
  const none: ReadonlySet<string> = new Set()
  const byEverybody = leftOut(ordered, { smallest, before: none, counts: ({ band }) => [size.get(band) ?? 0] })
  const byEligible = leftOut(ordered, { smallest, before: byEverybody, counts: ({ eligible }) => [eligible] })
  const all = leftOut(ordered, {
    smallest,
    before: byEligible,
    counts: ({ eligible, selected }) => [eligible, selected, eligible - selected],
  })
  return groups.map((group) => (all.has(group.band) ? { band: group.band, eligible: null, selected: null } : group))
}

type Step = { smallest: number; before: ReadonlySet<string>; counts: (group: GroupCount) => number[] }

/** The bands left out: too small in any count, and as many more as keep their sum from telling one of them. */
function leftOut(ordered: readonly GroupCount[], { smallest, before, counts }: Step): ReadonlySet<string> {
  const isSmall = (count: number) => count > 0 && count < smallest
  const out = new Set(
    ordered.filter((group) => before.has(group.band) || counts(group).some(isSmall)).map(({ band }) => band),
  )
  if (out.size === 0) return out
  const hides = () => isHidden(ordered.filter(({ band }) => out.has(band)))
  for (const next of ordered.filter((group) => !out.has(group.band) && counts(group).some((count) => count > 0))) {
    if (hides()) break
    out.add(next.band)
  }
  // Of one group alone, that all the others have nobody tells as much.
  return hides() ? out : new Set(ordered.map(({ band }) => band))

  /** Of every count the sum may be known: it must be of enough people, and of more than one group that has any. */
  function isHidden(groups: readonly GroupCount[]): boolean {
    const told = groups.map(counts)
    return (told[0] ?? []).every((_, which) => {
      const parts = told.map((of) => of[which] ?? 0).filter((count) => count > 0)
      const sum = parts.reduce((all, one) => all + one, 0)
      return sum === 0 || (parts.length > 1 && !isSmall(sum)) || !parts.some(isSmall)
    })
  }
}
