/** How long each of several kinds of request takes, one after the other in turn, in milliseconds. */
export async function timesOf(
  kinds: Record<string, () => Promise<() => Promise<unknown>>>,
  { samples, before }: { samples: number; before: (sample: number) => Promise<unknown> },
): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>(Object.keys(kinds).map((kind) => [kind, []]))
  for (let sample = 0; sample < samples; sample += 1) {
    await before(sample)
    // Each round begins with another kind, so that none always follows the same one.
    const names = Object.keys(kinds)
    for (let place = 0; place < names.length; place += 1) {
      const name = names[(place + sample) % names.length] ?? ''
      // What has to be prepared, such as a proof, is not timed.
      const send = await kinds[name]?.()
      const start = performance.now()
      await send?.()
      times.get(name)?.push(performance.now() - start)
    }
  }
  return times
}

/** Rule T of the timing tests: medians within three milliseconds, and distributions that cannot be told apart. */
export const ruleT = { samples: 2_000, medianMs: 3, distance: 0.1 }
/** For a handful of samples on a busy machine: what shows is work that is done for some and not for others. */
export const roughly = { samples: 8, medianMs: 50, distance: 1 }

/** The pairs of kinds that somebody could tell apart. */
export function tellingPairs(times: Map<string, number[]>, allowed: Omit<typeof ruleT, 'samples'>): string[] {
  const kinds = [...times]
  return kinds.flatMap(([one, its], place) =>
    kinds.slice(place + 1).flatMap(([other, others]) => {
      const [apart, distance] = [Math.abs(medianOf(its) - medianOf(others)), kolmogorovSmirnov(its, others)]
      return apart > allowed.medianMs || distance > allowed.distance
        ? [`${one} and ${other}: medians ${apart.toFixed(2)} ms apart, D = ${distance.toFixed(3)}`]
        : []
    }),
  )
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** The largest distance between the two distributions' shares below any value. */
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
