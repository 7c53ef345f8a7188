import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'

/** The golden scheme is applied on this day: in the annual window, before all twelve pay periods of the scheme year. */
export const goldenDay = '2026-04-20'

export const goldenFile = join(import.meta.dirname, 'northgate-rail-2026-27.txt')

const pot = `pots:
  - code: flex-pot
    name: Flex pot
    allowances:
      - { hoursFrom: '30', basicSalaryUpTo: 60000, amount: 300 }
      - { percent: '1', salary: basic, cap: 480 }
    benefits: [private-medical, health-cash-plan]
    excess: cash
    payCode: FLEXCASH
`

const example = join(import.meta.dirname, '../../examples/demo')
const additions = join(import.meta.dirname, 'additions')

/** Calls `work` with a copy of the first example client. It has more people, so that every band and limit occurs. */
export async function withGoldenFolder<Result>(
  work: (folder: string) => Promise<Result> | Result,
  { ofExample = 240 }: { ofExample?: number } = {},
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'golden-'))
  try {
    cpSync(example, folder, { recursive: true })
    const [head = '', ...people] = lines(example, 'people.csv')
    const gone = new Set(people.slice(ofExample).map((line) => line.split(',')[1]))
    const stays = (line: string) => !gone.has(line.split(',')[0])
    // The added columns are empty: other salaries default to the basic salary, and there are no apprentices.
    const kept = people.slice(0, ofExample).map((line) => `${line},,,`)
    const added = lines(additions, 'people.csv').slice(1)
    write(folder, 'people.csv', [`${head},benefit_salary,pensionable_salary,apprentice_since`, ...kept, ...added])
    const openings = [
      ...lines(example, 'opening-selections.csv'),
      ...lines(additions, 'opening-selections.csv').slice(1),
    ]
    write(folder, 'opening-selections.csv', openings.filter(stays))
    write(folder, 'statements.csv', lines(example, 'statements.csv').filter(stays))
    const [accounts, families] = [
      parse(read(example, 'people-accounts.yaml')) as { named: Record<string, object> },
      parse(read(additions, 'families.yaml')) as Record<string, object[]>,
    ]
    for (const [email, family] of Object.entries(families)) if (!gone.has(email)) accounts.named[email] = { family }
    write(folder, 'people-accounts.yaml', [stringify(accounts)])
    write(folder, 'scheme-current.yaml', [
      read(example, 'scheme-current.yaml').replace(/^payrolls:$/m, `${pot}payrolls:`),
    ])
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function read(folder: string, file: string): string {
  return readFileSync(join(folder, file), 'utf8')
}

function lines(folder: string, file: string): string[] {
  return read(folder, file).trim().split('\n')
}

function write(folder: string, file: string, text: readonly string[]): void {
  writeFileSync(join(folder, file), `${text.join('\n')}\n`)
}
