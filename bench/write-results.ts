import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Line } from './benchmark.ts'

const page = join(import.meta.dirname, '../docs/performance.md')
const heading = '## Last results\n'

export async function writeResults(machine: string, lines: readonly Line[]): Promise<void> {
  const text = await readFile(page, 'utf8')
  const before = text.slice(0, text.indexOf(heading))
  const day = new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
  const rows = lines.map(({ goal, verdict, why }) => `| ${[goal, why, verdict].map(cell).join(' | ')} |\n`).join('')
  await writeFile(
    page,
    `${before}${heading}\n${day}, ${machine}.\n\n| Goal | Measured | Verdict |\n|---|---|---|\n${rows}`,
  )
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}
