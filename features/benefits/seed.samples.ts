/** The seed of a random test: a new one each run, or `SEED` of the environment; printed, so that a failure can be run again. */
export function seed(name: string): number {
  const value = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
  console.info(`${name}: SEED=${value}`)
  return value
}
