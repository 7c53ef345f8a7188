/** The seed of the generated cases, printed with every run: SEED=… repeats one. */
export const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
console.log(`seed ${seed}`)

/** How many cases: a few in the gate, many in the long run. */
export function cases({ gate, long }: { gate: number; long: number }): number {
  return process.env['LONG_TESTS'] ? long : gate
}
