import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import { migrationsFolder } from '../../database/migrate.ts'
import { readClock } from '../../database/transaction-time.ts'

type Rule = 'clock' | 'with' | 'insert'

/** Statements that may break a rule, and why. */
const reviewed: readonly { rule: Rule; about: RegExp; why: string }[] = [
  {
    rule: 'clock',
    about: /^select (?:app\.now\(\) = |now = app\.now\(\)|\(timestamptz '' - |current_user as role, app\.now)/,
    why: 'tests of the clock itself',
  },
  {
    rule: 'insert',
    about: /\binto employment_fact\b/,
    why: 'the identity column orders facts; its numbers are still to be made before the insert (docs/gaps.md)',
  },
  {
    rule: 'insert',
    about: /\binto employee_delta\b/,
    why: 'runs on Citus, because the ids are made in a "with" on the shard of the client',
  },
  { rule: 'with', about: /\b(?:into|from) employee_delta\b/, why: 'one statement, so that the list is never half' },
  { rule: 'with', about: /\bdelete from take_up_count\b/, why: 'compares each figure once; tables of one client only' },
  { rule: 'with', about: /\binsert into payroll_period\b/, why: 'returns periods with the code of their payroll' },
]

const defaults = columnsWithDefaults()

/** Returns why a statement would not do the same on one PostgreSQL and on Citus; undefined if it does (decision 62). */
export function faultOf(text: string): string | undefined {
  if (text === readClock) return undefined
  const plain = textWithout(text)
  const breaks = (rule: Rule, isBroken: boolean) =>
    isBroken && !reviewed.some((one) => one.rule === rule && one.about.test(plain))
  if (/\bset_config\s*\(/i.test(plain)) return 'calls set_config, which does not reach the shards: use "set local"'
  if (/^(?:begin|start transaction)\b[^;]*;[^;]*;/i.test(plain))
    return 'begins a transaction and does its work in one message: send "begin; set local" first'
  if (breaks('clock', clocks.test(plain))) return 'reads a clock: use transactionTime or transactionDay'
  if (breaks('with', writesInWith.test(plain))) return 'writes in a "with": write in statements of their own'
  const insert = faultOfInsert(plain)
  return breaks('insert', insert !== undefined) ? insert : undefined
}

/** Makes a connection refuse statements with a fault. */
export function refuseUnfit(client: PoolClient): void {
  // The driver declares a dozen overloads; all take a text, or an object with one, first.
  const query = client.query.bind(client) as (...asked: unknown[]) => unknown
  const checked = (...asked: unknown[]): unknown => {
    const [first] = asked
    const text = typeof first === 'string' ? first : first && Reflect.get(Object(first), 'text')
    const fault = typeof text === 'string' ? faultOf(text) : undefined
    if (fault === undefined) return query(...asked)
    return Promise.reject(new Error(`A statement ${fault} (tests/harness/statement-rules.ts): ${String(text)}`))
  }
  client.query = checked as typeof client.query
}

const writesInWith = /\bas\s+(?:(?:not\s+)?materialized\s+)?\(\s*(?:insert|update|delete|merge)\b/i

const clocks =
  /\b(?:app\.)?(?:now|today)\s*\(\s*\)|\b(?:clock|statement|transaction)_timestamp\s*\(|\bapp\.present\s*\(|\b(?:current_(?:date|time|timestamp)|localtime|localtimestamp)\b/i

/** Without comments and quoted texts. */
function textWithout(text: string): string {
  return text
    .replace(/--[^\n]*/g, '')
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/'(?:[^']|'')*'/g, `''`)
    .replace(/\s+/g, ' ')
    .trim()
}

function faultOfInsert(text: string): string | undefined {
  const insert = /\binsert\s+into\s+"?(\w+)"?(?:\s+as\s+"?\w+"?)?\s*\(([^)]*)\)\s*(?:select|with)\b/i.exec(text)
  if (!insert) return undefined
  const [, table = '', columns = ''] = insert
  const written = new Set(columns.split(',').map((column) => column.trim().replaceAll('"', '')))
  const missing = (defaults.get(table) ?? []).filter((column) => !written.has(column))
  if (missing.length > 0)
    return `inserts rows of a select into ${table} without ${missing.join(', ')}, which have defaults`
  if (/\b(?:gen_random_uuid|random|nextval)\s*\(/i.test(text)) return 'makes random values in an insert of a select'
  return undefined
}

/** Columns whose default is random, a sequence or a clock, by table, from the migrations. */
function columnsWithDefaults(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const name of readdirSync(migrationsFolder)) {
    const text = readFileSync(join(migrationsFolder, name), 'utf8')
    for (const [, table = '', body = ''] of text.matchAll(/^create table (\w+) \(\n(.*?)^\);/gms)) {
      const columns = [
        ...body.matchAll(/^ {2}(\w+) .*(?:default (?:app\.|gen_random)|generated (?:always|by default) as identity)/gm),
      ]
      found.set(
        table,
        columns.map(([, column = '']) => column),
      )
    }
  }
  return found
}
