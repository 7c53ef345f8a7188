/** The seed of the generated cases, printed with every run: SEED=… repeats one. */
export const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
console.log(`seed ${seed}`)

/** For many rounds in a row: on a busy machine each of them takes its time, and only what hangs should end. */
export const roundsTimeout = process.env['LONG_TESTS'] ? 3_600_000 : 300_000

/** How many cases: a few in the gate, many in the long run; the second engine may do with fewer of what takes its time. */
export function cases({ gate, long, second = gate }: { gate: number; long: number; second?: number }): number {
  if (process.env['LONG_TESTS']) return long
  return process.env['SECOND_ENGINE'] ? second : gate
}
