import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { goldenLine } from './golden-lines.ts'
import { type Answered, type BothAnswers, answersOfBothImplementations } from './both-implementations.ts'
import { goldenDay, goldenFile } from './golden-folder.ts'

const golden = readFileSync(goldenFile, 'utf8').trimEnd().split('\n')
const loaded: BothAnswers = await answersOfBothImplementations(`${goldenDay}T09:00:00Z`, { day: goldenDay })

function differences(answered: readonly Answered[]): string[] {
  const lines = answered.map(({ question, answer }) => goldenLine(question, answer))
  return Array.from({ length: Math.max(lines.length, golden.length) }, (_, at) =>
    lines[at] === golden[at] ? [] : [`${at + 1} has\n  ${golden[at]}\nnow\n  ${lines[at]}`],
  ).flat()
}

describe('golden scheme (expected prices)', () => {
  it('has the result of the second implementation for every person and benefit', () => {
    expect(loaded.folder.people.length).toBeGreaterThanOrEqual(240)
    // Fifteen lines for each person, and some for a flex allowance or for provider decisions.
    const pots = loaded.product.filter(({ question }) => question.benefit === 'flex-pot').length
    expect(pots).toBeGreaterThan(200)
    const decided = loaded.product.filter(({ question }) => question.accepted !== undefined).length
    expect(decided).toBeGreaterThan(40)
    expect(golden).toHaveLength(loaded.folder.people.length * 15 + pots + decided)
    expect(differences(loaded.independent)).toEqual([])
  })

  it('has the same prices, refusals and deductions as the portal, to the penny', () => {
    expect(differences(loaded.product)).toEqual([])
  })
})

describe('second implementation', () => {
  it('imports no code of the portal', () => {
    const files = globSync('*.ts', { cwd: join(import.meta.dirname, 'independent') })
    const imported = files.flatMap((file) => {
      const text = readFileSync(join(import.meta.dirname, 'independent', file), 'utf8')
      return [...text.matchAll(/^(?:import|export) (type )?[^'"]*from '([^']+)'/gm)].flatMap(([, type, target = '']) =>
        type && target === '../golden-lines.ts' ? [] : [target],
      )
    })
    expect(imported.filter((target) => !/^(\.\/[a-z-]+\.ts|node:[a-z]+|yaml)$/.test(target))).toEqual([])
    expect(imported.length).toBeGreaterThan(10)
  })
})
