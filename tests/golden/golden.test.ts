import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyScheme } from '../../features/scheme/apply.server.ts'
import { showFault } from '../../features/scheme/faults.ts'
import { keptSecrets } from '../harness/scheme-secrets.ts'
import { createTestDatabase, type TestDatabase } from '../harness/databases.ts'
import { answerOf } from './independent/answers.ts'
import { readFolder, type Folder } from './independent/scheme-folder.ts'
import { type Answer, lineOf, type Question } from './lines.ts'
import { answersOfProduct } from './product.ts'
import { questionsOf } from './questions.ts'
import { goldenDay, goldenFile, withGoldenFolder } from './scheme.ts'

type Answered = { question: Question; answer: Answer }

const golden = readFileSync(goldenFile, 'utf8').trimEnd().split('\n')
let database: TestDatabase
let folder: Folder
let independent: Answered[]
let product: Answered[]

beforeAll(async () => {
  database = await createTestDatabase()
  const seconds = Math.round((Date.parse(`${goldenDay}T09:00:00Z`) - Date.now()) / 1000)
  await database.moveClock(`${seconds} seconds`)
  await withGoldenFolder(async (path) => {
    folder = readFolder(path, goldenDay)
    const applied = await applyScheme(database.db, { folder: path, secrets: keptSecrets })
    if ('faults' in applied) throw new Error(applied.faults.map(showFault).join('\n'))
    const questions = questionsOf(folder)
    independent = questions.map((question) => ({ question, answer: answerOf(folder, question) }))
    product = await answersOfProduct(database.db, applied.applied.clientId, questions)
  })
})
afterAll(() => database.close())

/** Lines that are not as in the file, each beside the line that stands there. */
function differences(answered: readonly Answered[]): string[] {
  const lines = answered.map(({ question, answer }) => lineOf(question, answer))
  return Array.from({ length: Math.max(lines.length, golden.length) }, (_, at) =>
    lines[at] === golden[at] ? [] : [`${at + 1} has\n  ${golden[at]}\nnow\n  ${lines[at]}`],
  ).flat()
}

describe('the golden scheme', () => {
  it('is what the second implementation answers for every person and benefit', () => {
    expect(folder.people.length).toBeGreaterThanOrEqual(240)
    expect(golden).toHaveLength(folder.people.length * 15)
    expect(differences(independent)).toEqual([])
  })

  it('is what the portal answers, to the penny and to the word: prices, refusals and a year of deductions', () => {
    expect(differences(product)).toEqual([])
  })
})

describe('the second implementation', () => {
  it('imports nothing of the portal', () => {
    const files = globSync('*.ts', { cwd: join(import.meta.dirname, 'independent') })
    const imported = files.flatMap((file) => {
      const text = readFileSync(join(import.meta.dirname, 'independent', file), 'utf8')
      return [...text.matchAll(/^(?:import|export) (type )?[^'"]*from '([^']+)'/gm)].flatMap(([, type, target = '']) =>
        type && target === '../lines.ts' ? [] : [target],
      )
    })
    expect(imported.filter((target) => !/^(\.\/[a-z-]+\.ts|node:[a-z]+|yaml)$/.test(target))).toEqual([])
    expect(imported.length).toBeGreaterThan(10)
  })
})
