import { join } from 'node:path'
import { expect, it } from 'vitest'
import { seed as anySeed } from '../../features/benefits/seed.samples.ts'
import { simulateInTest } from './ground.ts'
import { showViolation, stillBroken } from './rules.ts'

const folder = join(import.meta.dirname, '../../examples/demo')
const minute = 60_000
/** In the long run lives are lived for so long, one seed after the other. */
const longMinutes = Number(process.env['LIVES_MINUTES'] ?? 120)

type Asked = { seed: number; lives: number; years: number; every: number }

/** Simulates, prints what there was, and answers the violations of rules that the portal keeps. */
async function violations(asked: Asked): Promise<string[]> {
  const { lives, days, steps, violations: found } = await simulateInTest({ folder, ...asked })
  const told = `seed ${asked.seed}: ${lives} lives, ${asked.years} scheme years, ${days} days, ${steps} steps`
  console.info([told, ...found.map(showViolation)].join('\n'))
  expect(steps).toBeGreaterThan(lives)
  return found.filter(({ rule }) => !(rule in stillBroken)).map(showViolation)
}

it('keeps every rule in lives that are the same at every run', { timeout: 20 * minute }, async () => {
  expect(await violations({ seed: 7, lives: 5, years: 1, every: 21 })).toEqual([])
})

it('keeps every rule in lives that are others at every run', { timeout: (longMinutes + 30) * minute }, async () => {
  const isLong = Boolean(process.env['LONG_TESTS'])
  const size = isLong ? { lives: 40, years: 5, every: 5 } : { lives: 5, years: 1, every: 21 }
  const until = Date.now() + (isLong ? longMinutes * minute : 0)
  let seed = anySeed('lives')
  const found: string[] = []
  do {
    found.push(...(await violations({ seed, ...size })))
    seed += 1
  } while (found.length === 0 && Date.now() < until)
  expect(found).toEqual([])
})
