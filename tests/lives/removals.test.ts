import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { root } from '../harness/programs.ts'
import { simulateInTest, withEmptyDatabase } from './run-simulation.ts'
import { type Removal, removals } from './removals.ts'
import { rulesOfLives, showViolation } from './rules.ts'
import type { SimulationOptions } from './simulate.ts'

const minute = 60_000
const all = Object.entries(removals)
/** Each life is simulated once, because some lives break several rules. */
const lives = [...new Map(all.map(([, { shownBy }]) => [JSON.stringify(shownBy), shownBy])).values()]

it('each rule of lives has code to remove, which occurs exactly once in its file', () => {
  expect(Object.keys(removals)).toEqual(expect.arrayContaining(Object.keys(rulesOfLives)))
  const occurrences = all.map(([rule, { file, code }]) => [
    rule,
    readFileSync(join(root, file), 'utf8').split(code).length - 1,
  ])
  expect(occurrences).toEqual(all.map(([rule]) => [rule, 1]))
})

describe.runIf(process.env['LONG_TESTS'])('simulated life', { timeout: 20 * minute }, () => {
  it.each(all)('breaks the rule %s if the code that enforces it is removed', async (rule, { what, file, shownBy }) => {
    const broken = await withEmptyDatabase((place) => simulateWithout({ rule, ...askedOf(shownBy), ...place }))
    console.info(`${rule}\n  without: ${what} (${file})\n  ${broken}`)
    expect(broken).toMatch(`${rule}: seed`)
  })

  it.each(lives)('breaks no rule with the complete code: %j', async (life) => {
    const { violations } = await simulateInTest(askedOf(life))
    expect(violations.map(showViolation)).toEqual([])
  })
})

function askedOf({ life, ...others }: Removal['shownBy']) {
  return { folder: join(root, 'examples/demo'), ...others, lives: life + 1, only: life }
}

/** Returns the first violation of a rule in lives that are simulated without the code that enforces it. */
async function simulateWithout(asked: SimulationOptions & { rule: string }): Promise<string> {
  const program = join(import.meta.dirname, 'simulate-without.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(asked)])
  return stdout.trim()
}
