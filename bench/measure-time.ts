import { processorTime } from './processor-time.ts'

/** Clock time, and processor time of the given processes, in milliseconds. */
export type TimeUsed = { clock: number; processor: number }

export async function measureTime<Answer>(
  processes: readonly number[],
  work: () => Promise<Answer>,
): Promise<{ spent: TimeUsed; answer: Answer }> {
  const used = async () => sum(await Promise.all(processes.map(processorTime)))
  const before = await used()
  const started = performance.now()
  const answer = await work()
  const clock = performance.now() - started
  return { spent: { clock, processor: (await used()) - before }, answer }
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
