import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'

/** The day of the golden scheme: in the annual window of a scheme year whose pay periods still come, all twelve of them. */
export const goldenDay = '2026-04-20'

export const goldenFile = join(import.meta.dirname, 'northgate-rail-2026-27.txt')

const example = join(import.meta.dirname, '../../examples/demo')
const additions = join(import.meta.dirname, 'additions')

/**
 * The first example client with what its own people lack: ages, salaries, families and holdings that reach every band,
 * tier and limit. `work` gets the folder's path; it is gone afterwards.
 */
export async function withGoldenFolder<Result>(work: (folder: string) => Promise<Result> | Result): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'golden-'))
  try {
    cpSync(example, folder, { recursive: true })
    // Two columns that the example leaves to the basic salary.
    const people = lines(example, 'people.csv').map((line, at) =>
      at === 0 ? `${line},benefit_salary,pensionable_salary` : `${line},,`,
    )
    write(folder, 'people.csv', [...people, ...lines(additions, 'people.csv').slice(1)])
    const openings = lines(example, 'opening-selections.csv')
    write(folder, 'opening-selections.csv', [...openings, ...lines(additions, 'opening-selections.csv').slice(1)])
    const [accounts, family] = [
      parse(read(example, 'people-accounts.yaml')) as { named: Record<string, object> },
      parse(read(additions, 'families.yaml')) as Record<string, object[]>,
    ]
    for (const [email, members] of Object.entries(family)) accounts.named[email] = { family: members }
    write(folder, 'people-accounts.yaml', [stringify(accounts)])
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
