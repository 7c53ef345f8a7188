/** Returns and prints the seed of a random test. To rerun a failure, set `SEED` to the printed number. */
export function randomTestSeed(name: string): number {
  const value = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
  console.info(`${name}: SEED=${value}`)
  return value
}
