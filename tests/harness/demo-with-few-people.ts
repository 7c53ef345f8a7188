import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const demo = join(import.meta.dirname, '../../examples/demo')
const few = 20

/** Copies the first example client's folder with only its first twenty people. They include everyone named in tests. */
export async function writeDemoOfFew(folder: string): Promise<string> {
  await cp(demo, folder, { recursive: true })
  const people = (await readFile(join(demo, 'people.csv'), 'utf8')).split('\n').slice(0, few + 1)
  await writeFile(join(folder, 'people.csv'), `${people.join('\n')}\n`)
  const emails = new Set(people.map((line) => line.split(',')[1]))
  for (const file of ['opening-selections.csv', 'statements.csv']) {
    const [head, ...lines] = (await readFile(join(demo, file), 'utf8')).split('\n')
    const theirs = lines.filter((line) => emails.has(line.split(',')[0]))
    await writeFile(join(folder, file), `${[head, ...theirs].join('\n')}\n`)
  }
  return folder
}
