// npm run map: writes docs/map.md, or with --check tests whether it is up to date.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addressOf, type Endpoint } from '../contract/endpoint.ts'
import { writers } from '../tests/house-rules/writers.rules.ts'

const root = join(import.meta.dirname, '..')
const files = (folder: string, ending: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .toSorted()

type Read = (path: string) => string
export const readSource: Read = (path) => readFileSync(join(root, path), 'utf8')

/** Returns the whole page as text, from the sources only. */
export async function writeMap(read = readSource): Promise<string> {
  return [
    '# Map',
    '',
    'Written by `npm run map` from the sources: which file answers for an address, a panel, a call, a table.',
    '',
    ...section('Addresses', ['Address', 'Screen'], addresses(read)),
    ...section('Panels', ['Panel', 'Component'], panels(read)),
    ...section('Calls', ['Call', 'Declared in'], await calls()),
    ...section('Tables', ['Table', 'A row is, who writes it, when it goes', 'Created in', 'Owned by'], tables(read)),
  ].join('\n')
}

function section(title: string, heads: readonly string[], rows: readonly string[][]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [`## ${title}`, '', line(heads), line(heads.map(() => '---')), ...rows.map(line), '']
}

function addresses(read: Read): string[][] {
  const lines = [...read('web/routes.tsx').matchAll(/\{ path: '([^']+)'[^\n]*?screen: ([^\n]*)\},?$/gm)]
  return lines.map(([, path = '', screen = '']) => [code(path), importedFile('web', screen)])
}

function panels(read: Read): string[][] {
  const [above = '', list = ''] = read('web/panels.tsx').split('panelComponents')
  const [aboveOffice = '', office = ''] = read('web/OfficePanels.tsx').split('officePanels')
  const officePanels = new Map(entriesOf(office).map((entry) => [nameOf(entry), entry]))
  return entriesOf(list).map((entry) => {
    const name = nameOf(entry)
    const own = officePanels.get(name)
    const file = own
      ? importedFile('web', own + sharedPanel(aboveOffice, own))
      : importedFile('web', entry + sharedPanel(above, entry))
    return [code(name), file]
  })
}

/** Splits an object's text into its entries by their two-space indent. */
function entriesOf(list: string): string[] {
  return list.split(/^ {2}(?='?[\w-]+'?: )/m).slice(1)
}

function nameOf(entry: string): string {
  return /^'?([\w-]+)/.exec(entry)?.[1] ?? ''
}

/** Returns the declaration of a component that several names share, which is above the list. */
function sharedPanel(above: string, entry: string): string {
  const name = /^'?[\w-]+'?: (\w+),/.exec(entry)?.[1]
  return above.split(/^const /m).find((text) => text.startsWith(`${name} = `)) ?? ''
}

async function calls(): Promise<string[][]> {
  const rows: { address: string; method: string; file: string }[] = []
  for (const file of files('features', '.contract.ts')) {
    const declared: Record<string, unknown> = await import(join(root, file))
    for (const each of Object.values(declared).filter(isEndpoint)) {
      const parts = [...each.path.matchAll(/\{(\w+)\}/g)].map(([part, name = '']) => [name, part])
      rows.push({ ...each, address: decodeURIComponent(addressOf(each, Object.fromEntries(parts))), file })
    }
  }
  return rows
    .toSorted((one, other) => compare(one.address, other.address) || compare(one.method, other.method))
    .map(({ method, address, file }) => [code(`${method} ${address}`), link(file)])
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

function isEndpoint(value: unknown): value is Pick<Endpoint, 'method' | 'base' | 'path'> {
  return typeof value === 'object' && value !== null && 'method' in value && 'base' in value && 'path' in value
}

function tables(read: Read): string[][] {
  const migrations = files('database/migrations', '.sql').map((file) => ({ file, text: read(file) }))
  const comments = new Map(
    migrations.flatMap(({ text }) =>
      [...text.matchAll(/^comment on table ([a-z_]+) is((?:\s+'(?:[^']|'')*')+);$/gm)].map(
        ([, table = '', said = '']) => [table, textOf(said)] as const,
      ),
    ),
  )
  return migrations.flatMap(({ file, text }) =>
    [...text.matchAll(/^create table ([a-z_]+) \(/gm)].map(([, table = '']) => [
      code(table),
      comments.get(table) ?? '',
      link(file),
      code(writers[table] ?? 'nobody'),
    ]),
  )
}

function textOf(literals: string): string {
  return [...literals.matchAll(/'((?:[^']|'')*)'(?!')/g)].map(([, part = '']) => part.replaceAll("''", "'")).join('')
}

function importedFile(from: string, text: string): string {
  const [, to] = /import\('([^']+)'\)/.exec(text) ?? []
  return to ? link(join(from, to)) : 'not built yet, see [gaps](gaps.md)'
}

const code = (text: string): string => `\`${text}\``
const link = (file: string): string => `[${file}](../${file})`

if (import.meta.main) {
  const target = join(root, 'docs/map.md')
  const map = await writeMap()
  if (process.argv.includes('--check')) {
    if (readFileSync(target, 'utf8') !== map) {
      console.error('docs/map.md is stale. Run npm run map.')
      process.exitCode = 1
    }
  } else {
    writeFileSync(target, map)
  }
}
