/** Returns and prints the seed of a random test: `SEED` from the environment, else a new one. Rerun a failure with its seed. */
export function seed(name: string): number {
  const value = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
  console.info(`${name}: SEED=${value}`)
  return value
}
