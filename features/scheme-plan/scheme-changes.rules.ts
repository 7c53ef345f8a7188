import { showDate } from '../../contract/dates.ts'
import { planMessages as say } from './plan.messages.ts'

export const schemeParts = [
  'client',
  'addresses',
  'scheme year',
  'benefits',
  'windows',
  'rates',
  'payrolls',
  'content',
  'pictures',
  'files',
] as const
type SchemePart = (typeof schemeParts)[number]

export type StoredItem = { part: SchemePart; code: string; name: string; content: unknown }

type FieldChange = { field: string; before: string | null; after: string | null }

export type PlannedChange = {
  part: SchemePart
  code: string
  name: string
  change: 'added' | 'removed' | 'changed'
  fields: FieldChange[]
}

export function schemeChanges({
  before,
  after,
}: {
  before: readonly StoredItem[]
  after: readonly StoredItem[]
}): PlannedChange[] {
  const [then, now] = [byName(before), byName(after)]
  const all = [...new Set([...now.keys(), ...then.keys()])].flatMap((key): PlannedChange[] => {
    const [was, is] = [then.get(key), now.get(key)]
    const thing = is ?? was
    if (!thing) return []
    const { part, code, name } = thing
    if (!was) return [{ part, code, name, change: 'added', fields: fieldsAdded(thing, after) }]
    if (!is) return [{ part, code, name, change: 'removed', fields: [] }]
    const figures = part === 'rates' ? rateChanges(tableOf(was), tableOf(is)) : []
    const fields = figures.length > 0 ? figures : fieldChanges(was.content, is.content)
    if (fields.length > 0) return [{ part, code, name, change: 'changed', fields: isHashed(part) ? [] : fields }]
    return []
  })
  return all.toSorted((a, b) => schemeParts.indexOf(a.part) - schemeParts.indexOf(b.part) || (a.code < b.code ? -1 : 1))
}

function isHashed(part: SchemePart): boolean {
  return part === 'pictures' || part === 'files'
}

function byName(things: readonly StoredItem[]): Map<string, StoredItem> {
  return new Map(things.map((thing) => [`${thing.part} ${thing.code}`, thing]))
}

function fieldChanges(before: unknown, after: unknown, way: readonly string[] = []): FieldChange[] {
  if (JSON.stringify(sorted(before)) === JSON.stringify(sorted(after))) return []
  const [then, now] = [partsOf(before), partsOf(after)]
  if (!then || !now) return [fieldOf(way, before, after)]
  const within = [...new Set([...now.keys(), ...then.keys()])].flatMap((key) =>
    fieldChanges(then.get(key), now.get(key), [...way, key]),
  )
  if (within.length === 0) return [fieldOf(way, [...then.keys()], [...now.keys()])]
  return within
}

function fieldOf(way: readonly string[], before: unknown, after: unknown): FieldChange {
  return { field: way.map(say.field).join(' › '), before: written(before), after: written(after) }
}

function partsOf(value: unknown): Map<string, unknown> | undefined {
  if (Array.isArray(value)) {
    const items: unknown[] = value
    const isPlain = items.every((item) => typeof item !== 'object' || item === null)
    if (isPlain) return undefined
    return new Map(items.map((item, index) => [nameOf(item) ?? String(index + 1), item]))
  }
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined
}

function nameOf(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null) return undefined
  const named = 'code' in item ? item.code : 'heading' in item ? item.heading : 'label' in item ? item.label : undefined
  return typeof named === 'string' ? named : undefined
}

/** PostgreSQL's jsonb doesn't preserve the order of keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value ?? null
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  )
}

function written(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return value ? say.yes : say.no
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) return showDate(value)
  if (Array.isArray(value)) return value.length === 0 ? say.none : short(value.map((item) => written(item)).join(', '))
  return short(typeof value === 'string' ? value : JSON.stringify(value))
}

function short(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

function fieldsAdded({ part, content }: StoredItem, all: readonly StoredItem[]): FieldChange[] {
  if (part !== 'rates') return []
  const table = tableOf({ content })
  const [earlier] = all
    .filter((one) => one.part === 'rates')
    .map(tableOf)
    .filter(({ code, effectiveFrom }) => code === table.code && effectiveFrom < table.effectiveFrom)
    .toSorted((a, b) => (a.effectiveFrom < b.effectiveFrom ? 1 : -1))
  return earlier ? rateChanges(earlier, table) : []
}

type Table = { code: string; effectiveFrom: string; columns: string[]; rows: Record<string, string>[]; source: string }

function tableOf({ content }: Pick<StoredItem, 'content'>): Table {
  // `rateTable` checked the table before it was stored.
  return content as Table
}

function rateChanges(then: Table, now: Table): FieldChange[] {
  const figures = new Set([...then.columns, ...now.columns].filter((column) => /(^amount|rate|amount)$/.test(column)))
  const rowsOf = ({ columns, rows }: Table) =>
    new Map(
      rows.map((row) => [
        columns
          .filter((one) => !figures.has(one))
          .map((one) => `${one} ${row[one]}`)
          .join(', '),
        row,
      ]),
    )
  const [was, is] = [rowsOf(then), rowsOf(now)]
  const changed = [...new Set([...is.keys(), ...was.keys()])].flatMap((key) =>
    [...figures].flatMap((column) => {
      const values = { before: was.get(key)?.[column] ?? null, after: is.get(key)?.[column] ?? null }
      return values.before === values.after ? [] : [{ field: key === '' ? column : `${key}: ${column}`, ...values }]
    }),
  )
  return [...changed, ...fieldChanges(then.source, now.source, ['source'])]
}
