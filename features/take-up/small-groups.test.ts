import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BenefitId } from '../../contract/ids.ts'
import { bands } from './age-and-service-bands.rules.ts'
import { employeesIn, insightsIn, type TakeUpCounts } from './take-up-figures.rules.ts'
import { withoutSmallGroups, type GroupCount, type CombinedGroups } from './small-groups.rules.ts'
import { filterAndSort, showTakeUp, takeUpOf } from './take-up.rules.ts'
import type { TakeUpRow } from './take-up.contract.ts'

const groups = (...counts: readonly (readonly [number, number])[]): GroupCount[] =>
  counts.map(([eligible, selected], place) => ({ band: `band ${place}`, eligible, selected }))
const shown = (counts: GroupCount[], everybody = counts, told: CombinedGroups[] = []) =>
  withoutSmallGroups(counts, { smallest: 5, everybody, told }).map(
    ({ eligible, selected }) => eligible !== null && selected !== null,
  )

describe('small groups [S-53]', () => {
  it('are hidden; groups of enough people and groups without people are shown', () => {
    expect(shown(groups([20, 10], [30, 25], [0, 0], [8, 0], [9, 9]))).toEqual([true, true, true, true, true])
  })

  it('are hidden together with the next smallest group, so that the total does not reveal them', () => {
    expect(shown(groups([4, 0], [40, 0], [20, 0], [30, 0]))).toEqual([false, true, false, true])
  })

  it.each<[string, [number, number]]>([
    ['who has it', [20, 3]],
    ['who has it not', [20, 17]],
    ['for whom it is', [3, 0]],
  ])('are hidden depending on the number of people %s', (_, group) => {
    expect(shown(groups(group, [40, 20], [50, 25], [60, 30]))).toEqual([false, false, true, true])
  })

  it('cause all groups to be hidden if only one group has people, or if all people together are too few', () => {
    expect(shown(groups([3, 0], [0, 0]))).toEqual([false, false])
    expect(shown(groups([2, 0], [1, 0], [1, 0]))).toEqual([false, false, false])
  })

  it('are hidden for a benefit whenever they are hidden for all employees, even if large in that benefit', () => {
    const everybody = groups([4, 0], [20, 0], [30, 0])
    expect(shown(groups([0, 0], [20, 10], [30, 15]), everybody)).toEqual([false, false, true])
  })

  it('cause another group to be hidden if a figure of a benefit would reveal a hidden group', () => {
    const everybody = groups([3, 0], [20, 0], [30, 0], [40, 0])
    expect(shown(everybody)).toEqual([false, false, true, true])
    // The benefit excludes the first group. Its total less the shown groups reveals the second, and so the first.
    const told = new Set(['band 1', 'band 2', 'band 3'])
    expect(shown(everybody, everybody, [told])).toEqual([false, false, true, true])
    const upToSecond = groups([20, 0], [3, 0], [30, 0], [40, 0])
    expect(shown(upToSecond)).toEqual([false, false, true, true])
    expect(shown(upToSecond, upToSecond, [told])).toEqual([false, false, false, true])
  })

  it('are never revealed by subtracting the groups shown from totals, for benefits of random age groups', () => {
    const ages = bands.age
    const benefit = fc
      .tuple(fc.nat({ max: 5 }), fc.nat({ max: 5 }))
      .map(([one, other]) => ages.slice(Math.min(one, other), Math.max(one, other) + 1))
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 12 }), { minLength: 6, maxLength: 6 }),
        fc.array(benefit, { minLength: 1, maxLength: 4 }),
        fc.infiniteStream(fc.nat({ max: 100 })),
        (people, benefits, holding) => {
          const counted = countedOf({ people, benefits, holding })
          const totals = [[...ages], ...benefits]
          const answers = [
            employeesIn(counted, 'age').flatMap(({ band, eligible }) => (eligible === null ? [] : [band])),
            ...counted.benefits.map(({ id }, place) =>
              insightsIn(counted, id).groups.age.flatMap(({ band, eligible }) =>
                eligible === null || !benefits[place]?.some((one) => one === band) ? [] : [band],
              ),
            ),
          ]
          const peopleIn = (some: readonly string[]) =>
            ages.reduce((sum, band, place) => sum + (some.includes(band) ? (people[place] ?? 0) : 0), 0)
          const few = (sets: readonly (readonly string[])[]) =>
            bySubtraction(sets).filter((some) => peopleIn(some) > 0 && peopleIn(some) < counted.smallestGroup)
          // The total of each benefit links to a list of its people, so numbers that follow from these totals are known.
          const known = few(totals)
          const isKnown = (some: readonly string[]) =>
            known.some((set) => set.length === some.length && set.every((band) => some.includes(band)))
          for (const answer of answers) {
            const told = few([...totals, ...[...(answers[0] ?? []), ...answer].map((band) => [band])])
            expect(told.filter((some) => !isKnown(some))).toEqual([])
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('are never shown, and cannot be calculated from the total, whatever the figures are', () => {
    const count = fc.nat({ max: 12 }).chain((eligible) => fc.tuple(fc.constant(eligible), fc.nat({ max: eligible })))
    fc.assert(
      fc.property(
        fc.array(count, { minLength: 2, maxLength: 6 }),
        fc.integer({ min: 2, max: 7 }),
        (counts, smallest) => {
          const all = groups(...counts)
          const told = withoutSmallGroups(all, { smallest, everybody: all, told: [] })
          const isSmall = (many: number) => many > 0 && many < smallest
          const out = all.filter((_, place) => told[place]?.eligible === null)
          const shownCounts = told.flatMap(({ eligible, selected }) =>
            eligible === null || selected === null ? [] : [eligible, selected, eligible - selected],
          )
          const followsFrom = [
            ({ eligible }: GroupCount) => eligible,
            ({ selected }: GroupCount) => selected,
            ({ eligible, selected }: GroupCount) => eligible - selected,
          ].filter((of) => {
            const parts = out.map(of).filter((many) => many > 0)
            const sum = parts.reduce((one, other) => one + other, 0)
            // If all groups are hidden, their sum is the total, which is known anyway.
            return out.length < all.length && parts.some(isSmall) && (parts.length === 1 || isSmall(sum))
          })
          expect([shownCounts.filter(isSmall), followsFrom]).toEqual([[], []])
        },
      ),
    )
  })

  it('are the same for two benefits for which the same people are eligible', () => {
    const everybody = groups([30, 0], [30, 0], [30, 0], [30, 0])
    const one = withoutSmallGroups(groups([3, 0], [20, 10], [21, 10], [22, 10]), { smallest: 5, everybody, told: [] })
    const other = withoutSmallGroups(groups([3, 0], [20, 10], [21, 10], [22, 2]), { smallest: 5, everybody, told: [] })
    const out = (told: typeof one) => told.filter(({ eligible }) => eligible === null).map(({ band }) => band)
    expect(out(other)).toEqual(expect.arrayContaining(out(one)))
  })
})

function countedOf({
  people,
  benefits,
  holding,
}: {
  people: readonly number[]
  benefits: readonly (readonly string[])[]
  holding: Iterator<number>
}): TakeUpCounts {
  const groupsOf = (benefitId: BenefitId | null, isFor: (band: string) => boolean) =>
    bands.age.map((band, place) => {
      const eligible = isFor(band) ? (people[place] ?? 0) : 0
      const selected = Math.round((eligible * holding.next().value) / 100)
      return { benefitId, dimension: 'age' as const, band, eligible, selected, optedOut: 0 }
    })
  const ids = benefits.map((_, place) => `benefit ${place}` as BenefitId)
  return {
    asOf: '2026-11-23T09:00:00Z',
    insights: true,
    smallestGroup: 5,
    benefits: ids.map((id) => ({ id, name: id, category: 'health', withdrawn: false })),
    groupSizes: [],
    payrolls: [],
    groups: [
      ...groupsOf(null, () => true),
      ...ids.flatMap((id, place) => groupsOf(id, (band) => benefits[place]?.includes(band) ?? false)),
    ],
  }
}

/** Returns all sets of groups whose totals are known: given sets, differences, and unions of disjoint sets. */
function bySubtraction(sets: readonly (readonly string[])[]): (readonly string[])[] {
  const keyOf = (set: readonly string[]) => set.toSorted().join(' ')
  const known = new Map(sets.map((set) => [keyOf(set), set]))
  for (let before = -1; before < known.size;) {
    before = known.size
    for (const one of known.values())
      for (const other of known.values()) {
        const rest = one.filter((band) => !other.includes(band))
        const next =
          rest.length + other.length === one.length ? rest : rest.length === one.length ? [...one, ...other] : []
        if (next.length > 0) known.set(keyOf(next), next)
      }
  }
  return [...known.values()]
}

describe('take-up', () => {
  it('is a percentage with one decimal, and 0 if nobody is eligible [S-75]', () => {
    expect([
      takeUpOf({ eligible: 0, selected: 0 }),
      takeUpOf({ eligible: 3, selected: 1 }),
      takeUpOf({ eligible: 2000, selected: 1 }),
      takeUpOf({ eligible: 7, selected: 7 }),
    ]).toEqual([0, 33.3, 0.1, 100])
    expect([showTakeUp(100), showTakeUp(33.3)]).toEqual(['100.0%', '33.3%'])
  })

  it('can be filtered, and sorted in both directions; by default it has the order of the scheme', () => {
    const row = (name: string, category: TakeUpRow['category'], takeUp: number) =>
      ({ name, category, takeUp, eligible: 10, selected: 1, optedOut: 0 }) as TakeUpRow
    const rows = [row('Pension', 'pension', 90), row('Dental', 'health', 20), row('Gym', 'health', 30)]
    const names = (asked: Parameters<typeof filterAndSort>[1]) => filterAndSort(rows, asked).map(({ name }) => name)
    expect(names({ category: null, sort: null })).toEqual(['Pension', 'Dental', 'Gym'])
    expect(names({ category: null, sort: 'name' })).toEqual(['Dental', 'Gym', 'Pension'])
    expect(names({ category: 'health', sort: '-takeUp' })).toEqual(['Gym', 'Dental'])
    expect(names({ category: null, sort: 'eligible' })).toEqual(['Pension', 'Dental', 'Gym'])
  })
})
