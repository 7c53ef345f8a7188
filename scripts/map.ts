// npm run map: writes docs/map.md, or with --check says whether it is fresh.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writers } from '../tests/house-rules/writers.rules.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const files = (folder: string, ending: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .toSorted()

/** The whole page as text, from the sources alone. */
export function writeMap(): string {
  return [
    '# Map',
    '',
    'Written by `npm run map` from the sources: which file answers for an address, a panel, a call, a table.',
    '',
    ...section('Addresses', ['Address', 'Screen'], addresses()),
    ...section('Panels', ['Panel', 'Component'], panels()),
    ...section('Calls', ['Call', 'Declared in'], calls()),
    ...section('Tables', ['Table', 'Created in', 'Written by'], tables()),
  ].join('\n')
}

function section(title: string, heads: readonly string[], rows: readonly string[][]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [`## ${title}`, '', line(heads), line(heads.map(() => '---')), ...rows.map(line), '']
}

function addresses(): string[][] {
  const lines = [...read('web/routes.tsx').matchAll(/\{ path: '([^']+)'[^\n]*?screen: ([^\n]*)\},?$/gm)]
  return lines.map(([, path = '', screen = '']) => [code(path), importedFile('web', screen)])
}

function panels(): string[][] {
  const lines = [...read('web/panels.tsx').matchAll(/^ {2}'?([\w-]+)'?: (.+?),?$/gm)]
  return lines.map(([, name = '', component = '']) => [code(name), importedFile('web', component)])
}

function calls(): string[][] {
  return files('features', '.contract.ts').flatMap((file) =>
    [...read(file).matchAll(/endpoint\(\s*'([A-Z]+)',\s*'([^']+)'/g)].map(([, method = '', path = '']) => [
      code(`${method} ${path}`),
      link(file),
    ]),
  )
}

function tables(): string[][] {
  return files('database/migrations', '.sql').flatMap((file) =>
    [...read(file).matchAll(/^create table ([a-z_]+) \(/gm)].map(([, table = '']) => [
      code(table),
      link(file),
      code(writers[table] ?? 'nobody'),
    ]),
  )
}

function importedFile(from: string, text: string): string {
  const [, to] = /import\('([^']+)'\)/.exec(text) ?? []
  return to ? link(join(from, to)) : 'not built yet, see [gaps](gaps.md)'
}

const code = (text: string): string => `\`${text}\``
const link = (file: string): string => `[${file}](../${file})`

if (import.meta.main) {
  const target = join(root, 'docs/map.md')
  const map = writeMap()
  if (process.argv.includes('--check')) {
    if (readFileSync(target, 'utf8') !== map) {
      console.error('docs/map.md is stale. Run npm run map.')
      process.exitCode = 1
    }
  } else {
    writeFileSync(target, map)
  }
}
