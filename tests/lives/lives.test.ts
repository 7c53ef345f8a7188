import { join } from 'node:path'
import { expect, it } from 'vitest'
import { randomTestSeed as anySeed } from '../../features/benefits/random-test-seed.samples.ts'
import { expectSameElsewhere } from './round-trip.ts'
import { simulateInTest } from './run-simulation.ts'
import { showViolation } from './rules.ts'
import type { SimulationResult } from './simulate.ts'

const folder = join(import.meta.dirname, '../../examples/demo')
const minute = 60_000
/** Minutes of the long run, which simulates one seed after another. */
const longMinutes = Number(process.env['LIVES_MINUTES'] ?? 120)

type Asked = { seed: number; lives: number; years: number; every: number; only?: number; uk?: boolean }

async function lived(asked: Asked, { isExported = false } = {}): Promise<SimulationResult> {
  const outcome = await simulateInTest({ folder, ...asked }, async (database, work) => {
    if (isExported) await expectSameElsewhere(database, { work, lives: asked.lives })
  })
  const { lives, days, steps, violations } = outcome
  const told = `seed ${asked.seed}: ${lives} lives, ${asked.years} scheme years, ${days} days, ${steps} steps`
  console.info([told, ...violations.map(showViolation)].join('\n'))
  expect(steps).toBeGreaterThan(lives)
  return outcome
}

function brokenIn({ violations }: SimulationResult): string[] {
  return violations.map(showViolation)
}

it(
  'fixed simulated lives break no rule and are the same after export and import; one life is also the same if simulated alone',
  { timeout: 20 * minute },
  async () => {
    const asked = { seed: 7, lives: 3, years: 2, every: 42 }
    // These lives include late uploads, leavers, orders and a pension with relief at source.
    const all = await lived(asked, { isExported: true })
    expect(brokenIn(all)).toEqual([])
    // A life on its own has fewer days with events, so the daily jobs run later and less often.
    const alone = await lived({ ...asked, only: 2 })
    expect(alone.days).toBeLessThan(all.days)
    const [[email, pay] = ['', []]] = Object.entries(alone.pay)
    expect(pay.length).toBeGreaterThan(20)
    expect(pay).toEqual(all.pay[email])
  },
)

it.runIf(process.env['LONG_TESTS'])(
  'forty simulated lives are the same after export and import',
  { timeout: 30 * minute },
  async () => {
    const asked = { seed: anySeed('round trip'), lives: 40, years: 1, every: 5 }
    expect(brokenIn(await lived(asked, { isExported: true }))).toEqual([])
  },
)

it.runIf(process.env['LONG_TESTS'])(
  'many simulated lives over five scheme years break no rule',
  { timeout: (longMinutes + 30) * minute },
  async () => {
    const until = Date.now() + longMinutes * minute
    let seed = anySeed('lives')
    const found: string[] = []
    do {
      found.push(...brokenIn(await lived({ seed, lives: 40, years: 5, every: 5, uk: true })))
      seed += 1
    } while (found.length === 0 && Date.now() < until)
    expect(found).toEqual([])
  },
)
