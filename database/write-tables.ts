import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'

const head = `// Written by "npm run schema" from the schema and database/column-types.ts.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { IsoDate } from '../contract/dates.ts'
import type { BenefitId, ClientId, PersonId, SchemeYearId, SelectionId } from '../contract/ids.ts'
import type { ColumnTypes } from './column-types.ts'

// Rows as PostgreSQL returns them: dates as yyyy-mm-dd, timestamps as ISO text in UTC, bigint as BigInt, jsonb parsed.
type Moment = ColumnType<string, string | Date, string | Date>
type GeneratedMoment = ColumnType<string, string | Date | undefined, string | Date>
type Moments = ColumnType<string[], Date[], Date[]>
/** jsonb is written as JSON text: node-postgres would write a JavaScript array as a PostgreSQL array. */
type Json<T> = ColumnType<T, string, string>
type GeneratedJson<T> = ColumnType<T, string | undefined, string>
`

const idTypes: Readonly<Record<string, string>> = {
  client_id: 'ClientId',
  person_id: 'PersonId',
  actor_id: 'PersonId',
  actor_person_id: 'PersonId',
  changed_by: 'PersonId',
  decided_by: 'PersonId',
  locked_by: 'PersonId',
  recorded_by: 'PersonId',
  subject_id: 'PersonId',
  uploaded_by: 'PersonId',
  benefit_id: 'BenefitId',
  selected: 'BenefitId',
  opted_out: 'BenefitId',
  ended: 'BenefitId',
  scheme_year_id: 'SchemeYearId',
  selection_id: 'SelectionId',
  'benefit.id': 'BenefitId',
  'benefit_code.id': 'BenefitId',
  'scheme_year.id': 'SchemeYearId',
  'selection.id': 'SelectionId',
}

const plainTypes: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'IsoDate',
  int2: 'number',
  int4: 'number',
  int8: 'bigint',
  jsonb: 'Json<unknown>',
  text: 'string',
  timestamptz: 'Moment',
}

const sameValues: Readonly<Record<string, string>> = {
  'selection_version.state': `Database['selection']['state']`,
  'pension_assessment.frequency': `Database['payroll']['frequency']`,
}

interface Column {
  table: string
  name: string
  type: string
  nullable: boolean
  filled: 'always' | 'by-default' | null
  checks: string[]
}

const columnsQuery = `
  select c.relname as table, a.attname as name, t.typname as type, not a.attnotnull as nullable,
         case when a.attgenerated <> '' or a.attidentity = 'a' then 'always'
              when a.atthasdef or a.attidentity = 'd' then 'by-default' end as filled,
         array(select pg_get_constraintdef(k.oid) from pg_constraint k
               where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] order by k.conname) as checks
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid
  join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attnum`

export async function writeTables(client: Client): Promise<string> {
  const { rows } = await client.query<Column>(columnsQuery)
  const typed = new Set(
    [...readFileSync(join(import.meta.dirname, 'column-types.ts'), 'utf8').matchAll(/^ {2}'([a-z_.]+)':/gm)].map(
      ([, key = '']) => key,
    ),
  )
  const unknown = [...typed].filter((key) => !rows.some(({ table, name }) => key === `${table}.${name}`))
  if (unknown.length > 0) throw new Error(`database/column-types.ts names no column: ${unknown.join(', ')}`)
  const tables = Object.entries(Object.groupBy(rows, ({ table }) => table)).map(
    ([table, columns = []]) => `  ${table}: {\n${columns.map((one) => line(one, typed)).join('\n')}\n  }`,
  )
  return `${head}\nexport interface Database {\n${tables.join('\n')}\n}\n`
}

function line(column: Column, typed: ReadonlySet<string>): string {
  const { name, nullable, filled } = column
  const type = typeOf(column, typed)
  if (filled === 'always') return `    ${name}: GeneratedAlways<${type}>`
  if (filled && !nullable)
    return `    ${name}: ${/^(?:Moment|Json)/.test(type) ? `Generated${type}` : `Generated<${type}>`}`
  const whole = `    ${name}: ${type}${nullable ? ' | null' : ''}`
  if (whole.length <= 120) return whole
  return `    ${name}:\n${[...type.split(' | '), ...(nullable ? ['null'] : [])].map((one) => `      | ${one}`).join('\n')}`
}

function typeOf({ table, name, type, checks }: Column, typed: ReadonlySet<string>): string {
  const key = `${table}.${name}`
  if (sameValues[key]) return sameValues[key]
  if (typed.has(key)) return type === 'jsonb' ? `Json<ColumnTypes['${key}']>` : `ColumnTypes['${key}']`
  if (type === '_timestamptz') return 'Moments'
  const one = type.replace('_', '')
  const values = checks.map(valuesOf).find((found) => found.length > 0)
  const plain = one === 'uuid' ? (idTypes[key] ?? idTypes[name] ?? 'string') : plainTypes[one]
  if (!plain) throw new Error(`No type is known for the column ${key} (${type})`)
  if (one === 'text' && values) return values.join(' | ')
  return type === one ? plain : `${plain}[]`
}

function valuesOf(check: string): string[] {
  const list = /^CHECK \(\(\w+ = (?:ANY \(ARRAY\[(.*)\]\)|('[^']*'::text))\)\)$/.exec(check)
  return [...(list?.[1] ?? list?.[2] ?? '').matchAll(/('[^']*')::text/g)].map(([, value = '']) => value)
}
