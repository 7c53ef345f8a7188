import type { CombinedParts, EverybodysGroups, GroupPart } from './small-groups.rules.ts'

type People = { band: string; people: number }

/**
 * Divides all employees' groups where a benefit's age limit (or length of service) lies within one: the benefit's figure then
 * counts one part of the group. Limits are found by the counts: groups between the first and last of a benefit belong to it as a
 * whole.
 */
export function everybodysGroups(
  everybody: readonly People[],
  benefits: readonly (readonly People[])[],
  { isOrdered }: { isOrdered: boolean },
): EverybodysGroups {
  const ranges = benefits.flatMap((eligible) => rangeOf(everybody, eligible, isOrdered) ?? [])
  const parts = everybody.flatMap(({ band, people }) => {
    const cuts = new Set(ranges.flatMap((range) => [...(range.get(band) ?? [])]))
    const ends = [0, people, ...cuts].toSorted((a, b) => a - b).filter((end, place, all) => end !== all[place - 1])
    if (people === 0) return [{ id: band, band, people, from: 0 }]
    return ends
      .slice(1)
      .map((end, place) => ({ id: `${band} ${end}`, band, people: end - (ends[place] ?? 0), from: ends[place] ?? 0 }))
  })
  return {
    parts: parts.map(({ id, band, people }): GroupPart => ({ id, band, people })),
    told: ranges.map(
      (range): CombinedParts =>
        new Set(
          parts
            .filter(({ band, people, from }) => {
              const span = range.get(band)
              return span !== undefined && from >= span[0] && from + people <= span[1]
            })
            .map(({ id }) => id),
        ),
    ),
  }
}

/** By group, which of its people are eligible, counted from its youngest. */
type Range = ReadonlyMap<string, readonly [number, number]>

/** Undefined if the groups don't show who is eligible, such as for a benefit of one location. */
function rangeOf(everybody: readonly People[], eligible: readonly People[], isOrdered: boolean): Range | undefined {
  const size = new Map(everybody.map(({ band, people }) => [band, people]))
  const inOrder = eligible.filter(({ band }) => (size.get(band) ?? 0) > 0)
  const isWhole = ({ band, people }: People) => people === size.get(band)
  const some = inOrder.filter(({ people }) => people > 0)
  const inner = some.slice(1, -1)
  const partial = some.filter((group) => !isWhole(group))
  const [first, last] = [some[0], some.at(-1)]
  if (partial.length > 0 && !isOrdered) return undefined
  if (!inner.every(isWhole)) return undefined
  const places = some.map((group) => inOrder.indexOf(group))
  if (partial.length > 0 && places.some((place, index) => place !== (places[0] ?? 0) + index)) return undefined
  return new Map(
    eligible.map((group) => {
      const people = size.get(group.band) ?? 0
      // A minimum age may lie inside an age group; its younger people are then not eligible.
      const isFromWithin = group === first && (group !== last || group === inOrder.at(-1))
      return [group.band, isFromWithin ? [people - group.people, people] : [0, group.people]] as const
    }),
  )
}
