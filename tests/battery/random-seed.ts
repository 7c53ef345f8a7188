/** The seed of generated cases, printed with every run. SEED=… repeats a run. */
export const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
console.log(`seed ${seed}`)

/** Timeout in milliseconds for many rounds. It ends a call that hangs, not slow rounds on a busy machine. */
export const roundsTimeout = process.env['LONG_TESTS'] ? 3_600_000 : 300_000

/** Number of cases: short (`gate`, on Citus `second`) or long. LONG_TESTS=100 limits the long run to 100. */
export function cases({ gate, long, second = gate }: { gate: number; long: number; second?: number }): number {
  const asked = process.env['LONG_TESTS']
  if (asked) return Number(asked) > 1 ? Math.min(Number(asked), long) : long
  return process.env['SECOND_ENGINE'] ? second : gate
}
