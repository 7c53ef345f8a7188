/** The seed of the generated cases, printed with every run: SEED=… repeats one. */
export const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
console.log(`seed ${seed}`)

/** For many rounds in a row: slow rounds on a busy machine must pass, and only a hang should time out. */
export const roundsTimeout = process.env['LONG_TESTS'] ? 3_600_000 : 300_000

/**
 * Number of cases: few in the gate, many in the long run. The second engine may use fewer for slow cases. LONG_TESTS=100 runs
 * 100 of them at most.
 */
export function cases({ gate, long, second = gate }: { gate: number; long: number; second?: number }): number {
  const asked = process.env['LONG_TESTS']
  if (asked) return Number(asked) > 1 ? Math.min(Number(asked), long) : long
  return process.env['SECOND_ENGINE'] ? second : gate
}
