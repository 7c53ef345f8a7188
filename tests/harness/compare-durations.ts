type Kinds = Record<string, () => Promise<() => Promise<unknown>>>
type Before = (sample: number) => Promise<unknown>

/** Sends requests in rounds. Returns the kinds that an attacker could tell apart by duration, judged by `rule`. */
export async function distinguishableByTime(
  kinds: Kinds,
  { rule, before }: { rule: Rule; before: Before },
): Promise<string[]> {
  const times = new Map<string, number[]>()
  for (let round = 1; ; round += 1) {
    for (const [kind, more] of await timesOf(kinds, { samples: rule.samples, before }))
      times.set(kind, [...(times.get(kind) ?? []), ...more])
    const pairs = distinguishablePairs(times, rule)
    if (pairs.length === 0 || round === rule.rounds) return pairs
  }
}

async function timesOf(
  kinds: Kinds,
  { samples, before }: { samples: number; before: Before },
): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>(Object.keys(kinds).map((kind) => [kind, []]))
  for (let sample = 0; sample < samples; sample += 1) {
    await before(sample)
    // Each round starts with another kind of call, so that none always runs first.
    const names = Object.keys(kinds)
    for (let place = 0; place < names.length; place += 1) {
      const name = names[(place + sample) % names.length] ?? ''
      const send = await kinds[name]?.()
      const start = performance.now()
      await send?.()
      times.get(name)?.push(performance.now() - start)
    }
  }
  return times
}

type Rule = {
  samples: number
  /** Largest number of rounds. Sampling stops as soon as no pair can be told apart. */
  rounds: number
  typical: 'median' | 'fastest'
  /** Largest allowed difference of two statistics, in milliseconds. */
  apartMs: number
  distance: number
}

/** Rule T of the timing tests: medians differ by at most three milliseconds, and the distributions hardly differ. */
export const ruleT: Rule = { samples: 2_000, rounds: 1, typical: 'median', apartMs: 3, distance: 0.1 }
/** For a busy machine: load only makes requests slower, so the fastest of each kind shows which does more work. */
export const roughRule: Rule = { samples: 8, rounds: 12, typical: 'fastest', apartMs: 50, distance: 1 }

export function distinguishablePairs(
  times: Map<string, number[]>,
  allowed: Omit<Rule, 'samples' | 'rounds'>,
): string[] {
  const kinds = [...times]
  const typicalOf = allowed.typical === 'median' ? medianOf : fastestOf
  return kinds.flatMap(([one, its], place) =>
    kinds.slice(place + 1).flatMap(([other, others]) => {
      const [apart, distance] = [Math.abs(typicalOf(its) - typicalOf(others)), kolmogorovSmirnov(its, others)]
      return apart > allowed.apartMs || distance > allowed.distance
        ? [`${one} and ${other}: ${allowed.typical} ${apart.toFixed(2)} ms apart, D = ${distance.toFixed(3)}`]
        : []
    }),
  )
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

function fastestOf(values: readonly number[]): number {
  return Math.min(...values)
}

/** Kolmogorov-Smirnov distance: the largest difference between two cumulative distributions. */
export function kolmogorovSmirnov(one: readonly number[], other: readonly number[]): number {
  const shareBelow = (sorted: readonly number[]) => {
    let place = 0
    return (value: number) => {
      while ((sorted[place] ?? Infinity) <= value) place += 1
      return place / sorted.length
    }
  }
  const ascending = (values: readonly number[]) => values.toSorted((a, b) => a - b)
  const [below, belowOther] = [shareBelow(ascending(one)), shareBelow(ascending(other))]
  return Math.max(...ascending([...one, ...other]).map((value) => Math.abs(below(value) - belowOther(value))))
}
